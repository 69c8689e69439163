// The one door for git. Every call names its git folder, so that git never looks for one by itself and never reads the
// settings of a folder that an agent can write to.
import { CmuxError } from '../../protocol/cmux-error.ts'
import { runProgram, type RunOptions, type RunResult } from '../process/run-program.ts'
import { GIT_ENVIRONMENT, HARDENING } from './hardening.ts'

export interface GitPlace {
  /** Ours, or the project's. Never the one inside a workspace. */
  readonly gitDir: string
  readonly workTree?: string
  readonly index?: string
}

interface GitOptions extends Pick<RunOptions, 'input' | 'encoding' | 'outputMaxBytes' | 'mayCut'> {
  /** As `-c`, besides those that every call has. */
  readonly settings?: readonly string[]
  readonly limitMs?: number
  /** Of a commit that is made, as git writes it: `1700000000 +0000`. */
  readonly date?: string
}

export interface Git {
  /** Whatever it exits with. */
  run(place: GitPlace, args: readonly string[], options?: GitOptions): Promise<RunResult>
  /** What it prints, without the last line's end; anything but 0 is an error. */
  read(place: GitPlace, args: readonly string[], options?: GitOptions): Promise<string>
  /** For questions that are answered by 0 or 1. */
  asks(place: GitPlace, args: readonly string[], options?: GitOptions): Promise<boolean>
  /** A setting as the person who owns the repository has it, from all of their files. Runs nothing. */
  personalSetting(place: GitPlace, key: string): Promise<string | undefined>
}

/** Looking at a repository is quick; a limit only ends what hangs, a named pipe among the files for example. */
const LOOK_LIMIT_MS = 30_000

export function makeGit(environment: Readonly<Record<string, string>>): Git {
  const path = environment['PATH'] ?? '/usr/local/bin:/usr/bin:/bin'
  const run: Git['run'] = async (place, args, given = {}) => {
    const { limitMs = LOOK_LIMIT_MS, date, settings = [], ...options } = given
    const env = {
      ...GIT_ENVIRONMENT,
      ...placeEnvironment(place),
      PATH: path,
      ...(date !== undefined && { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }),
    }
    const hardened = [
      '--no-pager',
      '--literal-pathspecs',
      ...[...HARDENING, ...settings].flatMap((row) => ['-c', row]),
      ...args,
    ]
    const cwd = place.workTree ?? '/'
    try {
      return await runProgram('git', hardened, limitMs, { ...options, cwd, env })
    } catch (error) {
      throw failed(args, error instanceof Error ? error.message : String(error), error)
    }
  }
  return {
    run,
    async read(place, args, options) {
      const { code, stdout, stderr } = await run(place, args, options)
      if (code !== 0) throw failed(args, stderr.trim() || `it ended with ${code}`)
      return stdout.replace(/\n$/, '')
    },
    async asks(place, args, options) {
      const { code, stderr } = await run(place, args, options)
      if (code > 1) throw failed(args, stderr.trim() || `it ended with ${code}`)
      return code === 0
    },
    async personalSetting(place, key) {
      const { HOME = '/', XDG_CONFIG_HOME } = environment
      const env = { PATH: path, HOME, ...(XDG_CONFIG_HOME !== undefined && { XDG_CONFIG_HOME }) }
      const { stdout } = await runProgram('git', ['config', '--get', key], LOOK_LIMIT_MS, {
        cwd: '/',
        env: { ...env, ...placeEnvironment(place) },
      })
      return stdout.trim() || undefined
    },
  }
}

function placeEnvironment({ gitDir, workTree, index }: GitPlace): Record<string, string> {
  return {
    GIT_DIR: gitDir,
    ...(workTree !== undefined && { GIT_WORK_TREE: workTree }),
    ...(index !== undefined && { GIT_INDEX_FILE: index }),
  }
}

function failed(args: readonly string[], why: string, cause?: unknown): CmuxError {
  return new CmuxError('GIT_FAILED', `git ${args[0]} failed: ${why.split('\n').slice(-3).join(' ')}`, {
    cause,
  })
}
