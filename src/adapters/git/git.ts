// The one door for git. Git never reads the settings of a repository that somebody else can write to: of such a one it sees a view
// (git-views.ts). And every call runs in a sandbox without network, in which only what the call fills can be written.
import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { GIT_ENVIRONMENT, HARDENING } from '../../lib/git/hardening.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { nothingThere } from '../files/nothing-there.ts'
import { runProgram, type RunOptions, type RunResult } from '../process/run-program.ts'
import { describeGitFailure, findLock, howToUnlock } from './describe-git-failure.ts'
import { makeFixedAnswers } from './fixed-answers.ts'
import { composeBatch, parseBatch } from './git-batch.ts'
import { makeGitSandboxes, type GitSandboxes } from './git-sandboxes.ts'
import { makeGitViews, type GitView, type GitViews } from './git-views.ts'
import { listSandboxPlaces, type Fill } from './list-sandbox-places.ts'
import { readUmask } from './read-umask.ts'

export interface GitPlace {
  readonly gitDir: string
  /**
   * `cmux`: we made the git folder, and no agent can write there. `project`: anything may stand in it. One inside of a workspace is
   * never named here.
   */
  readonly of: 'cmux' | 'project'
  readonly workTree?: string
  readonly index?: string
  /** Object folders elsewhere that a git folder of ours borrows from. */
  readonly borrows?: readonly string[]
}

interface GitOptions extends Pick<RunOptions, 'input' | 'encoding' | 'outputMaxBytes' | 'mayCut'> {
  /** What the call may write; nothing else can be. */
  readonly fills?: readonly Fill[]
  /** Another repository that it reads. */
  readonly from?: GitPlace
  /** As `-c`, besides those that every call has. */
  readonly settings?: readonly string[]
  readonly limitMs?: number
  /** Of a commit that is made, as git writes it: `1700000000 +0000`. */
  readonly date?: string
  /** Every object in the call is named by its whole id, so the answer is kept and given again. */
  readonly isFixed?: boolean
  /** It only looks, and may still write down in the index which files it found unchanged. */
  readonly notesFiles?: boolean
}

export interface Git {
  /** Whatever it exits with. */
  run(place: GitPlace, args: readonly string[], options?: GitOptions): Promise<RunResult>
  /** What it prints, without the last line's end; anything but 0 is an error. */
  read(place: GitPlace, args: readonly string[], options?: GitOptions): Promise<string>
  /** Several calls that need nothing of each other, in one sandbox and in this order; whatever each exits with. The last one has the input. */
  batch(
    place: GitPlace,
    calls: readonly (readonly string[])[],
    options?: Omit<GitOptions, 'mayCut' | 'isFixed'>,
  ): Promise<RunResult[]>
  /** A project's repository as it is seen: its folders, and where its objects are. Starts nothing. */
  view(place: GitPlace): Promise<GitView>
  /** A setting as the person who owns the repository has it: the repository's own, or that of their global file. Runs nothing. */
  personalSetting(place: GitPlace, key: 'user.name' | 'user.email'): Promise<string | undefined>
  /** For files of the place that are written without git: as git itself would have them there. */
  umask(place: GitPlace): Promise<number>
  /** Why git runs without a sandbox on this machine; undefined when it has one. */
  sandboxGap(): Promise<string | undefined>
}

/** Looking at a repository is quick; a limit only ends what hangs, a named pipe among the files for example. */
const LOOK_LIMIT_MS = 30_000
const FIXED_MAX_CHARS = 16 * 1024 * 1024

/** `views`: a folder of ours. `umaskRecord`: where `up` keeps the umask of the person's shell. */
export function makeGit(
  environment: Readonly<Record<string, string>>,
  views: string,
  umaskRecord?: string,
): Git {
  const path = environment['PATH'] ?? '/usr/local/bin:/usr/bin:/bin'
  const { open } = makeGitViews(views)
  const sandboxes = makeGitSandboxes(path)
  const umask: Git['umask'] = async (place) => {
    if (place.of === 'cmux') return readUmask(umaskRecord, place.workTree ?? place.gitDir)
    const { common, isShared } = await open(place.gitDir)
    // A shared repository is open to a group whatever the umask is; its files are not.
    return readUmask(umaskRecord, isShared ? (place.workTree ?? common) : common)
  }
  const start = makeStart({ path, open, sandboxes, umask })
  const attempt: Start = async (place, calls, given) => {
    try {
      return await start(place, calls, given)
    } catch (error) {
      if (error instanceof CmuxError) throw error
      throw failed(calls[0] ?? [], error instanceof Error ? error.message : String(error), error)
    }
  }
  const fixed = makeFixedAnswers(FIXED_MAX_CHARS)
  const run: Git['run'] = async (place, args, { isFixed = false, ...given } = {}) => {
    const ask = async () => {
      const [result] = await attempt(place, [args], given)
      if (!result) throw failed(args, 'it was not started')
      return result
    }
    return isFixed ? fixed.get(JSON.stringify([place.gitDir, args, given]), ask) : ask()
  }
  return {
    run,
    batch: (place, calls, given = {}) => attempt(place, calls, given),
    async read(place, args, options) {
      return printed(await run(place, args, options), args[0]).replace(/\n$/, '')
    },
    view: ({ gitDir }) => open(gitDir),
    async personalSetting({ gitDir }, key) {
      const { own, identity } = await open(gitDir)
      if (identity[key] !== undefined) return identity[key]
      const { HOME = '/', XDG_CONFIG_HOME } = environment
      // Names the real folder, since people have settings for the repositories below a folder.
      const env = {
        PATH: path,
        HOME,
        GIT_DIR: own,
        ...(XDG_CONFIG_HOME !== undefined && { XDG_CONFIG_HOME }),
      }
      const args = ['config', '--global', '--includes', '--get', key]
      const { stdout } = await runProgram('git', args, LOOK_LIMIT_MS, { cwd: '/', env })
      return stdout.trim() || undefined
    },
    umask,
    sandboxGap: sandboxes.gap,
  }
}

/** What a call printed; anything but 0 is an error. */
export function printed(result: RunResult | undefined, verb = ''): string {
  if (result?.code !== 0) throw failed([verb], result?.stderr.trim() || `it ended with ${result?.code}`)
  return result.stdout
}

/** One call, or several in one sandbox. */
type Start = (
  place: GitPlace,
  calls: readonly (readonly string[])[],
  options: GitOptions,
) => Promise<RunResult[]>

interface StartDeps {
  readonly path: string
  readonly open: GitViews['open']
  readonly sandboxes: GitSandboxes
  readonly umask: Git['umask']
}

function makeStart({ path, open, sandboxes, umask }: StartDeps): Start {
  return async (place, calls, given) => {
    const { limitMs = LOOK_LIMIT_MS, date, settings = [], fills = [], from, notesFiles, ...options } = given
    const view = place.of === 'project' ? await open(place.gitDir) : undefined
    const env = {
      ...GIT_ENVIRONMENT,
      ...placeEnvironment(place, view),
      PATH: path,
      ...(notesFiles === true && { GIT_OPTIONAL_LOCKS: '1' }),
      ...(date !== undefined && { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }),
    }
    const rows = [...HARDENING, ...settings].flatMap((row) => ['-c', row])
    const common = ['--no-pager', '--literal-pathspecs', ...rows]
    const folder = place.workTree ?? '/'
    const places = await listSandboxPlaces({ place, view, fills, from })
    const isForPerson = place.of === 'project' && fills.length > 0
    const under = isForPerson ? composeUnderUmask(await umask(place)) : []
    if ((await sandboxes.gap()) !== undefined) {
      const results: RunResult[] = []
      const { input, ...others } = options
      for (const [at, args] of calls.entries())
        results.push(
          await runWords([...under, 'git', ...common, ...args], limitMs, {
            ...others,
            ...(input !== undefined && at === calls.length - 1 && { input }),
            cwd: folder,
            env,
          }),
        )
      return results
    }
    const [only = [], ...more] = calls
    const { bash, git } = sandboxes
    const batch = { mark: randomUUID(), bash, git, common, calls }
    const inside = sandboxes.compose({
      places,
      folder,
      isForOther: await belongsToOther(view?.common ?? place.gitDir),
      diesWithParent: fills.length === 0,
      command: more.length > 0 ? composeBatch(batch) : [git, ...common, ...only],
    })
    const result = await runWords([...under, ...inside], limitMs, {
      ...options,
      cwd: '/',
      env,
      isSandbox: true,
    })
    // Its own failure must not be taken for an answer of git's.
    if (result.stderr.startsWith('bwrap: '))
      throw new Error(`the sandbox did not start: ${result.stderr.trim()}`)
    return more.length > 0 ? parseBatch(result, batch) : [result]
  }
}

/** The shell becomes what it starts, so that a limit ends the right process. */
const composeUnderUmask = (umask: number) => [
  '/bin/sh',
  '-c',
  'umask "$0"; exec "$@"',
  umask.toString(8).padStart(3, '0'),
]

function runWords(words: readonly string[], limitMs: number, options: RunOptions): Promise<RunResult> {
  const [program = 'git', ...args] = words
  return runProgram(program, args, limitMs, options)
}

function placeEnvironment(place: GitPlace, view: GitView | undefined): Record<string, string> {
  const { gitDir, workTree, index = view && `${view.own}/index` } = place
  return {
    GIT_DIR: view?.gitDir ?? gitDir,
    ...(workTree !== undefined && { GIT_WORK_TREE: workTree }),
    ...(index !== undefined && { GIT_INDEX_FILE: index }),
  }
}

/** Inside of a user namespace root is nobody to the files of other users. */
async function belongsToOther(path: string): Promise<boolean> {
  if (process.getuid?.() !== 0) return false
  return ((await stat(path).catch(nothingThere))?.uid ?? 0) !== 0
}

function failed(args: readonly string[], why: string, cause?: unknown): CmuxError {
  const lock = findLock(why)
  return new CmuxError('GIT_FAILED', describeGitFailure(args[0], why), {
    cause,
    ...(lock !== undefined && { hint: howToUnlock(lock) }),
  })
}
