// Tools of the system that cmux uses. Installed when that needs no password; otherwise one line says what to type, once.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runQuietly } from './run-quietly.ts'

interface Tool {
  readonly packages: Readonly<Record<string, string>>
  readonly onlyOn?: NodeJS.Platform
}

const TOOLS = {
  tmux: { packages: { 'apt-get': 'tmux', dnf: 'tmux', pacman: 'tmux', apk: 'tmux', brew: 'tmux' } },
  bwrap: {
    packages: { 'apt-get': 'bubblewrap', dnf: 'bubblewrap', pacman: 'bubblewrap', apk: 'bubblewrap' },
    onlyOn: 'linux',
  },
  strace: {
    packages: { 'apt-get': 'strace', dnf: 'strace', pacman: 'strace', apk: 'strace' },
    onlyOn: 'linux',
  },
} as const satisfies Record<string, Tool>

export type ToolName = keyof typeof TOOLS

const INSTALL: Readonly<Record<string, readonly string[]>> = {
  'apt-get': ['install', '-y', '-qq', '--no-install-recommends'],
  dnf: ['install', '-y', '-q'],
  pacman: ['-S', '--noconfirm', '--needed'],
  apk: ['add', '-q'],
  brew: ['install', '-q'],
}

/** `state` remembers what was tried, so that nobody is told the same thing at every command. */
export function bringTools(wanted: readonly ToolName[], state: string, say: (text: string) => void): void {
  const told = join(state, 'tools-told')
  const known = existsSync(told) ? readFileSync(told, 'utf8').split('\n') : []
  const missing = wanted.filter((name) => isWanted(TOOLS[name]) && !isOnPath(name) && !known.includes(name))
  if (missing.length === 0) return
  const manager = Object.keys(INSTALL).find((name) => isOnPath(name))
  const packages = missing.map((name) => packageOf(TOOLS[name], manager) ?? name)
  const command = [manager ?? 'your package manager: install', ...(INSTALL[manager ?? ''] ?? []), ...packages]
  if (manager && installs(manager, command, say, missing)) return
  say(
    `${missing.join(' and ')} missing; install with: ${needsSudo(manager) ? 'sudo ' : ''}${command.join(' ')}`,
  )
  writeFileSync(told, [...known, ...missing].join('\n'))
}

function installs(
  manager: string,
  command: string[],
  say: (text: string) => void,
  missing: ToolName[],
): boolean {
  const prefix = needsSudo(manager) ? ['sudo', '-n'] : []
  if (prefix.length > 0 && spawnSync('sudo', ['-n', 'true']).status !== 0) return false
  say(`installing ${missing.join(' and ')}…`)
  const run = (words: string[]) => {
    const [program = '', ...args] = [...prefix, ...words]
    return runQuietly(program, args, '/')
  }
  // The package list of a fresh machine is often empty; it is brought up to date only when the first try fails.
  if (!run(command) && !(manager === 'apt-get' && run(['apt-get', 'update', '-qq']) && run(command)))
    return false
  return missing.every((name) => isOnPath(name))
}

function needsSudo(manager: string | undefined): boolean {
  return manager !== 'brew' && process.getuid?.() !== 0
}

function isWanted(tool: Tool): boolean {
  return tool.onlyOn === undefined || tool.onlyOn === process.platform
}

function packageOf(tool: Tool, manager: string | undefined): string | undefined {
  return manager === undefined ? undefined : tool.packages[manager]
}

function isOnPath(name: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false // not here; perhaps in the next folder
    }
  })
}
