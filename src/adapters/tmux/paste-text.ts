// A paste of any length: into a buffer of its own, piece by piece, and from there into the pane in one go.
import type { PaneId } from '../../core/terminals/terminals.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Command, CommandQueue } from './command-queue.ts'
import { ifAlive, refuseEnded } from './if-alive.ts'
import { randomMark } from './random-mark.ts'

const PASTE_LIMIT_MS = 10_000
/** tmux takes a long line slowly, and does nothing else meanwhile. */
const PIECE_CHARS = 16 * 1024

export async function pasteText(run: CommandQueue['run'], pane: PaneId, text: string): Promise<void> {
  if (text === '') return
  if (text.includes('\0')) throw new CmuxError('TERMINAL_REFUSED', "a NUL character can't be pasted")
  const buffer = `cmux_${randomMark()}`
  try {
    const pieces = fillBuffer(buffer, text.toWellFormed())
    await Promise.all(pieces.map((piece) => run([piece], PASTE_LIMIT_MS)))
    const paste = ['paste-buffer', '-p', '-r', '-d', '-b', buffer, '-t', pane]
    refuseEnded(pane, await run(ifAlive(pane, [paste]), PASTE_LIMIT_MS))
  } catch (error) {
    // Without tmux there is no buffer left either.
    await run([{ words: ['delete-buffer', '-b', buffer] }]).catch(() => undefined)
    throw error
  }
}

function fillBuffer(buffer: string, text: string): Command[] {
  const pieces: Command[] = []
  for (let at = 0; at < text.length;) {
    const end = cutBetweenCharacters(text, at + PIECE_CHARS)
    pieces.push({ words: ['set-buffer', '-a', '-b', buffer, '--', text.slice(at, end)] })
    at = end
  }
  return pieces
}

function cutBetweenCharacters(text: string, at: number): number {
  const isSecondHalf = /[\udc00-\udfff]/.test(text[at] ?? '')
  return isSecondHalf ? at - 1 : Math.min(at, text.length)
}
