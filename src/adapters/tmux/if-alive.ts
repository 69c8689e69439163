// What goes into a pane goes only into one whose program lives: a paste into a dead one ends tmux 3.3a with all that runs in
// it. Asked and done in one go.
import type { PaneId } from '../../core/terminals/terminals.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Answer, Command } from './command-queue.ts'
import { quoteSequence } from './quote-command.ts'

const ENDED = 'cmux-ended'

/** Keys would go to a person's scrolling, so that is left first. */
export function ifAlive(pane: PaneId, commands: readonly (readonly string[])[]): Command[] {
  const work = quoteSequence([['copy-mode', '-q', '-t', pane], ...commands])
  return [{ words: ['if-shell', '-F', '-t', pane, '#{pane_dead}', `display-message -p ${ENDED}`, work] }]
}

/** Throws when that was the answer. */
export function refuseEnded(pane: PaneId, answers: readonly Answer[]): void {
  if (answers.some(({ lines }) => lines.length === 1 && lines[0] === ENDED))
    throw new CmuxError('TERMINAL_GONE', `the program in ${pane} has ended`)
}
