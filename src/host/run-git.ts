// Git, asked in somebody's checkout: nothing of theirs is run (hooks, monitors, transports), nothing is written beside what
// was asked for, and it has a time limit.
import { execFile } from 'node:child_process'
import { CmuxError } from '../protocol/cmux-error.ts'
import { readChildEnvironment } from './environment.ts'

/** Everything asked here reads a small repository; a cold disk takes seconds. */
const GIT_LIMIT_MS = 20_000
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024

const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.attributesFile=/dev/null',
  // What is checked out is what was committed, on every machine.
  'core.autocrlf=false',
  'core.eol=lf',
  'protocol.allow=never',
].flatMap((setting) => ['-c', setting])

export interface GitOptions {
  readonly limitMs?: number
  /** An index of one's own, so that the checkout's stays as it is. */
  readonly index?: string
  /** To be asked what the settings of the person are: ours would hide them. Only for what runs nothing. */
  readonly ownSettings?: boolean
}

export async function runGit(
  checkout: string,
  args: readonly string[],
  { limitMs = GIT_LIMIT_MS, index, ownSettings = false }: GitOptions = {},
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  execFile(
    'git',
    ['--no-optional-locks', '-C', checkout, ...(ownSettings ? [] : SETTINGS), ...args],
    {
      encoding: 'utf8',
      timeout: limitMs,
      killSignal: 'SIGKILL',
      maxBuffer: OUTPUT_MAX_BYTES,
      env: {
        ...readChildEnvironment('git'),
        GIT_TERMINAL_PROMPT: '0',
        LC_ALL: 'C',
        ...(index !== undefined && { GIT_INDEX_FILE: index }),
      },
    },
    (error, stdout, stderr) => {
      if (!error) return resolve(stdout)
      const why = error.killed ? `no answer within ${limitMs} ms` : stderr.trim() || error.message
      reject(new CmuxError('GIT_FAILED', `git ${args[0]} failed in ${checkout}: ${why}`, { cause: error }))
    },
  )
  return promise
}
