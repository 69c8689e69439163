// A look at a pane in one go: what tmux knows of the screen, then its rows. Nothing is printed in between, so the number of
// rows is known, and a row that looks like the end of an answer is still a row.
import type { PaneId } from '../../core/terminals/terminals.ts'
import type { Answer, Command } from './command-queue.ts'
import { parseScreenFacts, SCREEN_FACTS_FORMAT, type ScreenFacts } from './screen-facts.ts'

export interface Look {
  readonly facts: ScreenFacts
  readonly rows: readonly string[]
  readonly order: number
}

/** `colours` keeps trailing blanks as well: they may have a background. */
export function captureCommands(pane: PaneId, scrollback: number, colours: boolean): Command[] {
  const flags = colours ? ['-e', '-N'] : []
  return [
    { words: ['display-message', '-p', '-t', pane, SCREEN_FACTS_FORMAT] },
    {
      words: ['capture-pane', '-p', ...flags, '-t', pane, '-S', String(-scrollback)],
      literalLines: ([facts]) => countRows(readFacts(facts), scrollback),
    },
  ]
}

export function readLook([facts, rows]: readonly Answer[]): Look {
  return { facts: readFacts(facts), rows: rows?.lines ?? [], order: rows?.order ?? 0 }
}

function readFacts(answer: Answer | undefined): ScreenFacts {
  return parseScreenFacts(answer?.lines[0])
}

function countRows({ history_size, pane_height }: ScreenFacts, scrollback: number): number {
  return Math.min(history_size, scrollback) + pane_height
}
