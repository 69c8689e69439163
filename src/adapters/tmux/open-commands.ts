// A window for a program, in one go: whoever looks at tmux sees it with its owner or not at all.
import type { PaneStart } from '../../core/terminals/terminals.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Command } from './command-queue.ts'
import { escapeFormat } from './quote-command.ts'
import { SESSION } from './server-options.ts'

/** `name` is nobody else's: the window goes by it until it has its title. */
export function openCommands(start: PaneStart, name: string): Command[] {
  const { owner, title, folder } = start
  const [cols, rows] = [String(start.size.cols), String(start.size.rows)]
  const session = `=${SESSION}:`
  const window = `${session}=${name}`
  const at = ['-t', session, '-n', name, '-c', escapeFormat(folder)]
  return [
    ['set', '-t', session, 'default-size', `${cols}x${rows}`],
    ['new-window', '-d', ...at, '-P', '-F', '#{pane_id}', '--', ...composeProgram(start)],
    ['set', '-p', '-t', window, '@cmux_agent', owner.agent],
    ['set', '-p', '-t', window, '@cmux_generation', String(owner.generation)],
    // From now on its size is what we say, whoever attaches.
    ['resize-window', '-t', window, '-x', cols, '-y', rows],
    ['rename-window', '-t', window, '--', escapeFormat(title)],
  ].map((words) => ({ words }))
}

/**
 * Given several words, tmux runs them without a shell. `env -i` takes away all that tmux adds, its own address first: a
 * program that knew it could end every agent with a careless `tmux kill-server`.
 */
function composeProgram({ command, environment }: PaneStart): string[] {
  const variables = Object.entries({ ...environment, TERM: 'tmux-256color' })
  const misnamed = variables.find(([name]) => name === '' || name.includes('='))
  if (misnamed)
    throw new CmuxError('TERMINAL_REFUSED', `no environment variable can be called "${misnamed[0]}"`)
  // `env` would take a program with an equals sign for one more variable; `nice` with nothing to change takes it as it is.
  const launcher = command[0].includes('=') ? ['nice', '-n', '0', '--'] : []
  const assignments = variables.map(([name, value]) => `${name}=${value}`)
  return ['/usr/bin/env', '-i', '--', ...assignments, ...launcher, ...command]
}
