// Git, asked in a checkout of cmux. It sees a view of the repository, so nothing is run that the repository names. Where bubblewrap
// works, it runs in a sandbox without network, in which only what the caller names can be written.
import { execFile } from 'node:child_process'
import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { composeGitSandbox, listSystemOf } from '../../lib/git/compose-git-sandbox.ts'
import { GIT_ENVIRONMENT, HARDENING } from '../../lib/git/hardening.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { readChildEnvironment } from '../environment.ts'
import { openView } from './open-view.ts'
import { isProgram } from '../is-program.ts'

/** Everything asked here reads a small repository; a cold disk takes seconds. */
const GIT_LIMIT_MS = 20_000
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024

/** What is checked out is what was committed, on every machine. */
const AS_COMMITTED = ['core.autocrlf=false', 'core.eol=lf']

export interface GitOptions {
  readonly limitMs?: number
  /** An index of one's own, so that the checkout's stays as it is. */
  readonly index?: string
  /** Folders that it writes, besides the one of the index. */
  readonly fills?: readonly string[]
}

export async function runGit(
  checkout: string,
  args: readonly string[],
  { limitMs = GIT_LIMIT_MS, index, fills = [] }: GitOptions = {},
): Promise<string> {
  const folder = realpathSync(checkout)
  await using view = await openView(folder)
  const { PATH = '/usr/local/bin:/usr/bin:/bin' } = readChildEnvironment('build')
  const env = {
    ...GIT_ENVIRONMENT,
    PATH,
    GIT_DIR: view.gitDir,
    GIT_WORK_TREE: folder,
    GIT_INDEX_FILE: index ?? join(view.own, 'index'),
  }
  const settings = [...HARDENING, ...AS_COMMITTED].flatMap((setting) => ['-c', setting])
  const words = ['--no-pager', '--no-optional-locks', ...settings, ...args]
  const bubblewrap = findProgram('bwrap', PATH)
  const git = findProgram('git', PATH) ?? 'git'
  const run = (command: readonly [string, ...string[]]) =>
    start(command, { cwd: folder, env, limitMs, checkout, args })
  // Awaited, since the view goes when this function ends.
  if (bubblewrap === undefined) return await run([git, ...words])
  const written = [...fills, ...(index === undefined ? [] : [dirname(index)])]
  const sandboxed = composeGitSandbox({
    bubblewrap,
    system: listSystemOf(git, describePlace),
    places: [
      ...[folder, ...view.places].map((path) => ({ path, access: 'read' as const })),
      ...written.map((path) => ({ path, access: 'write' as const })),
    ],
    folder,
    isForOther: process.getuid?.() === 0 && lstatSync(folder).uid !== 0,
    diesWithParent: true,
    command: [git, ...words],
  })
  return await run(sandboxed).catch((error: unknown) => {
    // It can't be used on this machine: the view alone has to hold.
    if (error instanceof CmuxError && NO_SANDBOX.test(error.message)) return run([git, ...words])
    throw error
  })
}

const NO_SANDBOX = / failed in [^\n]*: bwrap: /

interface Start {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly limitMs: number
  readonly checkout: string
  readonly args: readonly string[]
}

function start([program, ...words]: readonly [string, ...string[]], order: Start): Promise<string> {
  const { cwd, env, limitMs, checkout, args } = order
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const how = { cwd, env, encoding: 'utf8', timeout: limitMs, killSignal: 'SIGKILL' } as const
  execFile(program, words, { ...how, maxBuffer: OUTPUT_MAX_BYTES }, (error, stdout, stderr) => {
    if (!error) return resolve(stdout)
    const why = error.killed ? `no answer within ${limitMs} ms` : stderr.trim() || error.message
    reject(new CmuxError('GIT_FAILED', `git ${args[0]} failed in ${checkout}: ${why}`, { cause: error }))
  })
  return promise
}

/** A setting as the person has it, from all of their files. Git runs nothing for this. */
export function readPersonalSetting(checkout: string, key: string): Promise<string> {
  const env = { ...readChildEnvironment('git'), GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' }
  const args = ['config', '--get', key]
  const order = { cwd: checkout, env, limitMs: GIT_LIMIT_MS, checkout, args }
  return start(['git', '-C', checkout, ...args], order)
}

/** Where it really is: links to it are not shown inside. */
function findProgram(name: string, path: string): string | undefined {
  const places = path.split(delimiter).filter((folder) => isAbsolute(folder))
  const found = places.map((folder) => join(folder, name)).find(isProgram)
  return found === undefined ? undefined : realpathSync(found)
}

function describePlace(path: string): { link?: string } | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? { link: readlinkSync(path) } : {}
  } catch {
    return undefined // this system has none
  }
}
