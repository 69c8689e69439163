// How our tmux is called: its own socket, nothing of the user's configuration, and an environment without secrets, since the
// first call leaves its environment behind in the server.
import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'

export interface TmuxProgram {
  readonly program: string
  /** What every call begins with. */
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

/** What tmux and a window opened by hand need. */
const PASSED_ON = ['PATH', 'HOME', 'USER', 'SHELL', 'LANG', 'TMUX_TMPDIR']

export function makeTmuxProgram(
  socket: string,
  environment: Readonly<Record<string, string | undefined>>,
): TmuxProgram {
  const passedOn = PASSED_ON.flatMap((name) => {
    const value = environment[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    program: 'tmux',
    args: ['-u', '-L', socket, '-f', '/dev/null'],
    environment: Object.fromEntries(passedOn),
  }
}

/** The same for every cmux that is started on this home. */
export function socketName(home: string): string {
  return `cmux-${createHash('sha256').update(realpathSync(home)).digest('hex').slice(0, 12)}`
}
