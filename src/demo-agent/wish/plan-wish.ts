// From a wish to what the supervisor answers, and the tasks that it makes of it. Pure: the same wish under the same key has the
// same plan, so that it can be carried out once more after a kill.
import { toOneLine } from '../../lib/quote-lines.ts'
import { cutWish } from './cut-wish.ts'
import { deriveId } from '../derive-id.ts'

export interface PlannedTask {
  readonly id: string
  readonly title: string
  readonly body: string
}

export interface WishPlan {
  readonly whole: PlannedTask
  readonly pieces: readonly PlannedTask[]
  /** For whoever wishes. */
  readonly answer: string
}

const TITLE_MAX_CHARS = 72
/** A demo need not carry more; what is longer is still in the message. */
const BODY_MAX_CHARS = 16 * 1024

export function planWish(text: string, key: string): WishPlan | undefined {
  const pieces = cutWish(text)
  if (pieces.length === 0) return undefined
  const planned = pieces.map((piece, index) => ({
    id: deriveId('tsk_', key, index + 1),
    title: titleOf(piece),
    // Never a line that begins with somebody's own word: that could be a command of the script language.
    body: `To do: ${bound(toOneLine(piece))}`,
  }))
  const whole = { id: deriveId('tsk_', key), title: titleOf(text), body: bound(text) }
  return { whole, pieces: planned, answer: answerWish(planned) }
}

function answerWish(pieces: readonly PlannedTask[]): string {
  const list = pieces.map(({ title }, index) => `${index + 1}. ${title}`)
  const count = pieces.length === 1 ? '1 piece' : `${pieces.length} pieces`
  return [`I take this as ${count}:`, ...list, 'I hand them out, and tell you when all is done.'].join('\n')
}

/** One line, whole characters, and not too many of them. */
function titleOf(text: string): string {
  const line = toOneLine(text).toWellFormed().replaceAll(/\s+/g, ' ').trim()
  const cut = line.slice(0, TITLE_MAX_CHARS - 1).replace(/[\ud800-\udbff]$/, '')
  const title = line.length > TITLE_MAX_CHARS ? `${cut}…` : line.replace(/[\s.;,。；]+$/, '')
  return title.charAt(0).toUpperCase() + title.slice(1) || 'A wish'
}

const bound = (text: string) => text.slice(0, BODY_MAX_CHARS).toWellFormed()
