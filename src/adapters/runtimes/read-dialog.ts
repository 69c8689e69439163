// Dialogs as rows: what only that dialog shows, and its kind. The first row that fits says it.
import type { Dialog } from '../../core/agents/runtime.ts'
import { cutText } from './cut-text.ts'

export interface DialogRow {
  readonly kind: Dialog['kind']
  readonly shows: RegExp
  /** The choice that lets the program go on. */
  readonly yes?: RegExp
}

const DIALOG_TEXT_MAX_CHARS = 300

/** `lines` are those of the dialog alone, frames and blank lines taken away. Its answers are left out of the text. */
export function readDialog(rows: readonly DialogRow[], lines: readonly string[]): Dialog | undefined {
  const row = rows.find(({ shows }) => lines.some((line) => shows.test(line)))
  if (row === undefined) return undefined
  const firstAnswer = lines.findIndex((line) => ANSWER.test(line))
  const told = (firstAnswer > 0 ? lines.slice(0, firstAnswer) : lines).filter((line) => WORD.test(line))
  const answer = lines.map(labelOf).find((label) => row.yes?.test(label))
  return {
    kind: row.kind,
    text: cutText(told.join(' '), DIALOG_TEXT_MAX_CHARS),
    ...(answer !== undefined && { answer }),
  }
}

/** A choice without the mark and the number before it. */
function labelOf(line: string): string {
  return line.replace(/^[❯›●>]?\s*(\d\.\s+)?/, '').trim()
}

/** `❯ 1. Yes`, `› 1. Yes, proceed`, `● 1. Allow once`, `❯ No, exit`, `Allow once   Allow always   Reject`. */
const ANSWER = /^[❯›●>] |^\d\. |^Allow once /
/** Not a picture drawn with signs. */
const WORD = /\p{L}{2}/u
