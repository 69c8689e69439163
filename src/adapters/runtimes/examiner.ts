// Is a program installed, new enough, logged in? Asks the program for its version only; nothing here reaches the network.
import type { Runtime } from '../../core/agents/runtime.ts'
import { isOlder } from '../../lib/is-older.ts'
import { runProgram } from '../process/run-program.ts'
import { findProgram } from '../process/find-program.ts'

export interface Examined {
  readonly program: string
  /** The oldest version that our tests ran with: hooks and screens differ from version to version. */
  readonly oldest: string
  /** What to type when it is not there, or too old. */
  readonly install: string
  /** What to do when it is not logged in. */
  readonly login: string
  readonly isLoggedIn: (environment: Readonly<Record<string, string>>) => Promise<boolean>
}

/** Gemini CLI takes four seconds on an idle machine. */
const VERSION_LIMIT_MS = 30_000
const SAID_MAX_CHARS = 200

export function examiner({ program, oldest, install, login, isLoggedIn }: Examined): Runtime['examine'] {
  return async (environment) => {
    const path = findProgram(program, environment['PATH'] ?? '')
    if (path === undefined)
      return { kind: 'missing', detail: `${program} is not on the PATH`, hint: `install it: ${install}` }
    try {
      const version = await askVersion(path, environment)
      if (isOlder(version, oldest))
        return { kind: 'too old', detail: `${program} ${version}; cmux needs ${oldest}`, hint: install }
      if (!(await isLoggedIn(environment)))
        return { kind: 'not logged in', detail: `${program} ${version} is not logged in`, hint: login }
      return { kind: 'ready', program: path, version }
    } catch (error) {
      const detail = `${path}: ${error instanceof Error ? error.message : String(error)}`
      return { kind: 'broken', detail, hint: `run \`${program} --version\`, and if that fails: ${install}` }
    }
  }
}

async function askVersion(path: string, { HOME = '', PATH = '' }: Readonly<Record<string, string>>) {
  const { code, stdout, stderr } = await runProgram(path, ['--version'], VERSION_LIMIT_MS, {
    env: { HOME, PATH },
  })
  const version = code === 0 ? /\d+\.\d+\.\d+/.exec(stdout)?.[0] : undefined
  if (version === undefined)
    throw new Error(`--version ended with ${code}: ${(stderr || stdout).trim().slice(0, SAID_MAX_CHARS)}`)
  return version
}
