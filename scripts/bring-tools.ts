// Tools of the system that cmux uses. Installed when that needs no password; otherwise one line says what to type, once.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runQuietly } from './run-quietly.ts'

interface Tool {
  readonly packages: Readonly<Record<string, string>>
  /** What does the same, where the package manager does not know the first one. */
  readonly otherwise?: Readonly<Record<string, string>>
  /** What the program may be called; the tool's own name unless it is said. */
  readonly programs?: readonly string[]
  readonly onlyOn?: NodeJS.Platform
}

const TOOLS = {
  tmux: { packages: { 'apt-get': 'tmux', dnf: 'tmux', pacman: 'tmux', apk: 'tmux', brew: 'tmux' } },
  bwrap: {
    packages: { 'apt-get': 'bubblewrap', dnf: 'bubblewrap', pacman: 'bubblewrap', apk: 'bubblewrap' },
    onlyOn: 'linux',
  },
  pasta: {
    programs: ['pasta', 'slirp4netns'],
    packages: { 'apt-get': 'passt', dnf: 'passt', pacman: 'passt', apk: 'passt' },
    // Distributions of before 2023 don't have it.
    otherwise: { 'apt-get': 'slirp4netns', dnf: 'slirp4netns', pacman: 'slirp4netns', apk: 'slirp4netns' },
    onlyOn: 'linux',
  },
  slirp4netns: {
    packages: { 'apt-get': 'slirp4netns', dnf: 'slirp4netns', pacman: 'slirp4netns', apk: 'slirp4netns' },
    onlyOn: 'linux',
  },
  ip: {
    packages: { 'apt-get': 'iproute2', dnf: 'iproute', pacman: 'iproute2', apk: 'iproute2' },
    onlyOn: 'linux',
  },
  strace: {
    packages: { 'apt-get': 'strace', dnf: 'strace', pacman: 'strace', apk: 'strace' },
    onlyOn: 'linux',
  },
  faketime: {
    packages: { 'apt-get': 'faketime', dnf: 'libfaketime', pacman: 'libfaketime', apk: 'libfaketime' },
    onlyOn: 'linux',
  },
  chromium: {
    // The shell has no window and needs half the processor time for the same page.
    programs: ['chromium-headless-shell', 'chromium'],
    packages: { 'apt-get': 'chromium-headless-shell', dnf: 'chromium', pacman: 'chromium', apk: 'chromium' },
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

export interface Bringing {
  /** A folder that remembers what was told, so that nobody is told the same thing at every command. */
  readonly state: string
  readonly say: (text: string) => void
  readonly path?: string
  readonly isRoot?: boolean
}

export function bringTools(wanted: readonly ToolName[], bringing: Bringing): void {
  const { state, say, path = process.env['PATH'] ?? '', isRoot = process.getuid?.() === 0 } = bringing
  const told = join(state, 'tools-told')
  const known = existsSync(told) ? readFileSync(told, 'utf8').split('\n') : []
  const isMissing = (name: ToolName) => {
    const tool: Tool = TOOLS[name]
    const isThere = (tool.programs ?? [name]).some((program) => isOnPath(program, path))
    return isWanted(tool) && !isThere && !known.includes(name)
  }
  const missing = wanted.filter(isMissing)
  if (missing.length === 0) return
  const manager = Object.keys(INSTALL).find((name) => isOnPath(name, path))
  const install = [manager ?? 'your package manager:', ...(INSTALL[manager ?? ''] ?? ['install'])]
  const command = [...install, ...missing.map((name) => packageOf(TOOLS[name], manager) ?? name)]
  const prefix = isRoot || manager === 'brew' ? [] : ['sudo']
  if (manager && mayInstall(prefix, path)) {
    say(`installing ${missing.join(' and ')}…`)
    const asked = prefix.length > 0 ? [...prefix, '-n'] : prefix
    if (installs(manager, command, asked, path) && !missing.some(isMissing)) return
    // One package that is not known keeps all others away.
    for (const name of missing.filter(isMissing)) {
      const { packages, otherwise }: Tool = TOOLS[name]
      const named = [packages[manager], otherwise?.[manager]].filter((each) => each !== undefined)
      named.some((each) => installs(manager, [...install, each], asked, path))
    }
    if (!missing.some(isMissing)) return
  }
  say(`${missing.join(' and ')} missing; install with: ${[...prefix, ...command].join(' ')}`)
  writeFileSync(told, [...known, ...missing].join('\n'))
}

function mayInstall(prefix: readonly string[], path: string): boolean {
  return prefix.length === 0 || spawnSync('sudo', ['-n', 'true'], { env: { PATH: path } }).status === 0
}

function installs(manager: string, command: string[], prefix: string[], path: string): boolean {
  const run = (words: string[]) => {
    const [program = '', ...args] = [...prefix, ...words]
    return runQuietly(program, args, { cwd: '/', env: { ...process.env, PATH: path } })
  }
  // The package list of a fresh machine is often empty; it is brought up to date only when the first try fails.
  return run(command) || (manager === 'apt-get' && run(['apt-get', 'update', '-qq']) && run(command))
}

function isWanted(tool: Tool): boolean {
  return tool.onlyOn === undefined || tool.onlyOn === process.platform
}

function packageOf(tool: Tool, manager: string | undefined): string | undefined {
  return manager === undefined ? undefined : tool.packages[manager]
}

function isOnPath(name: string, path: string): boolean {
  return path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false // not here; perhaps in the next folder
    }
  })
}
