// Talks to the remotes of a project, with the person's own settings and credentials. Git runs outside of the sandbox for this, since it
// needs the network and whatever helper the person has for credentials. It reads the project through a view (plan-git-view.ts), so
// nothing that stands in the repository's settings is run or followed: of these only the address of the remote counts, read as text.
import { join } from 'node:path'
import { realpath } from 'node:fs/promises'
import type { PushProject, RefMove, Remotes } from '../../core/pushes/remotes.ts'
import { isInside } from '../../lib/join-path.ts'
import { parseGitConfig } from '../../lib/git/parse-git-config.ts'
import { maskAddress, planPushAddress, type PushAddress } from '../../lib/git/plan-push-address.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { nothingThere } from '../files/nothing-there.ts'
import { runProgram, type RunResult } from '../process/run-program.ts'
import type { FindGitPlace } from './find-git-place.ts'
import type { Git, GitPlace } from './git.ts'
import { readSmallText } from './read-small-text.ts'

export interface GitRemotesDeps {
  readonly git: Git
  readonly findGitPlace: FindGitPlace
  /** What the person's shell had when cmux was started. */
  readonly environment: Readonly<Record<string, string>>
  /** Folders in which an agent can write: what stands there would be run by a push to it. */
  readonly writable: () => Promise<readonly string[]>
}

/** A remote that says nothing is not waited for by an agent or a person any longer. */
const LOOK_LIMIT_MS = 20_000
/** A first push of a large history. */
const PUSH_LIMIT_MS = 600_000
const COMMITS_SHOWN = 100

/** What git and its helpers for credentials need of the person's environment. */
const PASSED =
  /^(?:HOME|PATH|USER|LOGNAME|LANG|TZ|TMPDIR|XDG_[A-Z_]+|DBUS_SESSION_BUS_ADDRESS|SSH_AUTH_SOCK|SSH_AGENT_PID|GNUPGHOME|SSL_CERT_(?:FILE|DIR)|(?:https?|all|no)_proxy)$/i

/** Hooks don't run, nobody is asked at a terminal that nobody sees, and nothing but the named refs goes along. */
const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.useReplaceRefs=false',
  'core.alternateRefsCommand=true',
  'core.commitGraph=false',
  'core.multiPackIndex=false',
  'core.askPass=',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.ext.allow=never',
  'push.recurseSubmodules=no',
  'push.followTags=false',
  'push.gpgSign=false',
].flatMap((row) => ['-c', row])

export function makeGitRemotes(deps: GitRemotesDeps): Remotes {
  const { git, findGitPlace } = deps
  const placeOf = ({ path }: PushProject): GitPlace => findGitPlace(path)
  const run = async (project: PushProject, args: readonly string[], limitMs: number) => {
    const { gitDir } = await git.view(placeOf(project))
    const env = { ...personal(deps.environment), GIT_DIR: gitDir }
    return runProgram('git', ['--no-pager', ...SETTINGS, ...args], limitMs, { cwd: '/', env })
  }
  const find = (project: PushProject, remote: string) => findAddress(deps, run, project, remote)
  const look: Remotes['look'] = async (project, remote, refs) => {
    const { address, shown } = await find(project, remote)
    const args = ['ls-remote', '--', address, ...refs]
    const result = await run(project, args, LOOK_LIMIT_MS).catch((error: unknown) => sayWhy(shown, error))
    if (result.code !== 0) throw unreachable(shown, result.stderr)
    const rows = result.stdout.split('\n').map((line) => line.split('\t'))
    return new Map(rows.flatMap(([id = '', ref = '']) => (refs.includes(ref) ? [[ref, id] as const] : [])))
  }
  return {
    address: async (project, remote) => (await find(project, remote)).shown,
    look,
    async known(project, remote) {
      const folder = `refs/remotes/${remote}/`
      const args = ['for-each-ref', '--format=%(objectname) %(refname)', folder]
      const lines = (await git.read(placeOf(project), args)).split('\n')
      return new Map(
        lines.flatMap((line) => {
          const [id = '', name = ''] = line.split(' ')
          const branch = name.slice(folder.length)
          return branch === '' || branch === 'HEAD' ? [] : [[`refs/heads/${branch}`, id] as const]
        }),
      )
    },
    compare: (project, remote, move) => compare(git, placeOf(project), remote, move),
    async push(project, remote, moves) {
      const { address, shown } = await find(project, remote)
      const leases = moves.map(({ ref, old }) => `--force-with-lease=${ref}:${old ?? ''}`)
      const specs = moves.map((move) => `${move.new ?? ''}:${move.ref}`)
      const args = ['push', '--porcelain', '--no-verify', ...leases, '--', address, ...specs]
      const result = await run(project, args, PUSH_LIMIT_MS).catch((error: unknown) => sayWhy(shown, error))
      if (result.code !== 0) throw unreachable(shown, `${result.stderr}\n${result.stdout}`)
    },
    async note(project, remote, moves) {
      const lines = moves.flatMap((move) => {
        const branch = /^refs\/heads\/(.+)$/s.exec(move.ref)?.[1]
        if (branch === undefined) return []
        const ref = `refs/remotes/${remote}/${branch}`
        return [move.new === null ? `delete ${ref}\n` : `update ${ref} ${move.new}\n`]
      })
      if (lines.length > 0)
        await git.read(placeOf(project), ['update-ref', '--stdin'], {
          input: lines.join(''),
          fills: ['refs', 'deleted refs'],
        })
    },
  }
}

function personal(environment: Readonly<Record<string, string>>): Record<string, string> {
  return {
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => PASSED.test(name))),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    SSH_ASKPASS_REQUIRE: 'never',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
  }
}

type RunOut = (project: PushProject, args: readonly string[], limitMs: number) => Promise<RunResult>

async function findAddress(
  { git, findGitPlace, writable }: GitRemotesDeps,
  run: RunOut,
  project: PushProject,
  remote: string,
): Promise<PushAddress> {
  const { common } = await git.view(findGitPlace(project.path))
  const settings = parseGitConfig((await readSmallText(join(common, 'config'))) ?? '') ?? []
  const asked = ['config', '--includes', '--null', '--get-regexp', '^url\\..*\\.(push)?insteadof$']
  const { stdout } = await run(project, asked, LOOK_LIMIT_MS)
  const rewrites = stdout.split('\0').flatMap((row) => {
    const end = row.indexOf('\n')
    return end < 0 ? [] : [{ key: row.slice(0, end), value: row.slice(end + 1) }]
  })
  const found = planPushAddress({ settings, rewrites, remote, folder: project.path })
  if ('refused' in found) throw refuse(found.refused)
  if (found.folder === undefined) return found
  const real = await realpath(found.folder).catch(nothingThere)
  const open = (await writable()).find((folder) => real !== undefined && isInside(real, folder))
  if (open !== undefined)
    throw refuse(`agents can write in ${open}, and a push to ${found.shown} runs what is there`)
  return found
}

function refuse(why: string): CmuxError {
  return new CmuxError('CONFLICT', `cmux can't push there: ${why}`, {
    hint: 'a person configures the remote in the project’s own repository: git remote -v',
  })
}

const LINES_SHOWN = 6

function unreachable(shown: string, said: string): CmuxError {
  const lines = said
    .split('\n')
    .filter((line) => /^(?:fatal|error|remote|!|ERROR)|[Pp]ermission|denied|[Cc]ould not/.test(line.trim()))
  const words = maskAddress(lines.slice(0, LINES_SHOWN).join('; ') || said.trim().slice(0, 500))
  return new CmuxError('CONFLICT', `${shown} did not take it: ${words}`, {
    hint: 'cmux pushes with the person’s own git settings; they can try `git push` themselves',
  })
}

/** Its own limit is over, or there is no git. The error may hold the command line, and so the address with its credentials. */
function sayWhy(shown: string, error: unknown): never {
  const why =
    error instanceof Error && /took longer/.test(error.message) ? 'no answer in time' : 'git did not run'
  throw new CmuxError('CONFLICT', `${shown} did not take it: ${why}`)
}

async function compare(git: Git, place: GitPlace, remote: string, { old, new: tip }: RefMove) {
  if (tip === null) return { commits: [], count: 0, dropped: null }
  const without = old === null ? [`--remotes=${remote}`] : [old]
  const isThere = old === null || (await git.run(place, ['cat-file', '-e', `${old}^{commit}`])).code === 0
  const range = [tip, '--not', ...(isThere ? without : [`--remotes=${remote}`])]
  const format = '--format=%H %an: %s'
  const shown = await git.read(place, ['log', format, `--max-count=${COMMITS_SHOWN}`, ...range])
  const count = Number(await git.read(place, ['rev-list', '--count', ...range]))
  const gone =
    old === null
      ? '0'
      : isThere
        ? await git.read(place, ['rev-list', '--count', old, '--not', tip])
        : undefined
  return {
    commits: shown === '' ? [] : shown.split('\n'),
    count,
    dropped: gone === undefined ? null : Number(gone),
  }
}
