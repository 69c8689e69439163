// What projects ask of a repository, answered by git. Only reads.
import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CommittedRoot, Examination, Repositories } from '../../core/projects/repositories.ts'
import type { FindGitPlace } from './find-git-place.ts'
import type { Git, GitPlace } from './git.ts'
import type { GitView } from './git-views.ts'
import { listCommits } from './list-commits.ts'
import { kindOf } from './workspaces/read-foreign.ts'
import { readRef } from './read-ref.ts'
import { SHADOW_BRANCH, type ShadowRepository } from './shadow-repository.ts'

/** A settings file is small; a larger one is something else. */
const TEXT_MAX_BYTES = 256 * 1024
const SHORT_CHARS = 12

export function makeGitRepositories(
  git: Git,
  findGitPlace: FindGitPlace,
  shadows: ShadowRepository,
): Repositories {
  const placeOf = (root: string): GitPlace => ({ ...findGitPlace(root), workTree: root })
  return {
    async examine(path) {
      const root = await realFolder(path)
      if (root === undefined) return unusable(`there is no folder ${path}`, 'check the path')
      if ((await kindOf(join(root, '.git'))) === undefined) return describeNoRoot(root)
      const at = { gitDir: join(root, '.git'), of: 'project', workTree: root } as const
      const why = await findFault(git, at)
      if (why !== undefined)
        return unusable(`${root} is no repository that git can read: ${why}`, 'run git status there')
      const closed = await findClosed(root, await git.view(at))
      if (closed !== undefined)
        return unusable(
          `${closed} can't be written to by this user, so nothing could be merged there`,
          'name a clone of your own, or have its owner give you the right to write there',
        )
      return { kind: 'repository', root, branches: await readBranches(git, at) }
    },
    async shadow(root) {
      await shadows.begin(root)
      return { originHead: null, current: SHADOW_BRANCH, existing: [SHADOW_BRANCH] }
    },
    setShadowAside: shadows.setAside,
    async readFile(root, commit, path) {
      const at = placeOf(root)
      const rows = await readIfThere(git, at, ['ls-tree', '-z', '--long', commit, '--', path])
      const found = parseTreeRow(rows?.split('\0')[0] ?? '')
      const isText = found?.mode.startsWith('100') === true && found.size <= TEXT_MAX_BYTES
      return isText ? git.read(at, ['cat-file', 'blob', found.id], { isFixed: true }) : undefined
    },
    readRoot: (root, commit, wanted) => readCommit(git, placeOf(root), commit, wanted),
    async readTip(root, branch) {
      return (await readRef(git, placeOf(root), `refs/heads/${branch}`)) ?? null
    },
    async listSubjects(root, from, to) {
      const at = placeOf(root)
      const isThere = from !== null && (await readIfThere(git, at, ['cat-file', '-e', from])) !== undefined
      const commits = await listCommits(git, at, isThere ? `${from}..${to}` : to)
      return commits.map(({ id, subject }) => `${id.slice(0, SHORT_CHARS)} ${subject}`)
    },
    async hasSameFiles(root, a, b, paths) {
      const { code } = await git.run(placeOf(root), ['diff-tree', '--quiet', a, b, '--', ...paths])
      return code === 0
    },
    hasOwnGit: (root) => findGitPlace(root).of === 'project',
  }
}

/** A branch or a file that is not there is no error of whoever asks for it. */
async function readIfThere(git: Git, at: GitPlace, args: readonly string[]): Promise<string | undefined> {
  const { code, stdout } = await git.run(at, args)
  return code === 0 ? stdout.trim() : undefined
}

async function findFault(git: Git, at: GitPlace): Promise<string | undefined> {
  try {
    const { code, stderr } = await git.run(at, ['rev-parse', '--git-dir'])
    return code === 0 ? undefined : stderr.trim()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Where a merge writes: files, and git's objects and refs. */
async function findClosed(root: string, { common, own }: GitView): Promise<string | undefined> {
  for (const folder of [root, own, common, join(common, 'objects'), join(common, 'refs')])
    if (!(await access(folder, constants.W_OK).then(() => true, isElsewhere))) return folder
  return undefined
}

/** What is not there, or behind a link that leads nowhere, is git's to complain of. */
const isElsewhere = ({ code }: NodeJS.ErrnoException) => code === 'ENOENT'

const unusable = (reason: string, hint: string): Examination => ({ kind: 'unusable', reason, hint })

async function realFolder(path: string): Promise<string | undefined> {
  try {
    const root = await realpath(path)
    return (await stat(root)).isDirectory() ? root : undefined
  } catch {
    return undefined // not there, or not for us to see: the same to whoever asked
  }
}

/** Inside of a repository, the root is what was meant, most likely. */
async function describeNoRoot(folder: string): Promise<Examination> {
  for (let above = dirname(folder); above !== '/'; above = dirname(above))
    if ((await kindOf(join(above, '.git'))) !== undefined)
      return unusable(`${folder} is not the root of its repository`, `did you mean ${above}?`)
  const isBare =
    (await kindOf(join(folder, 'objects'))) === 'folder' && (await kindOf(join(folder, 'HEAD'))) === 'file'
  return isBare
    ? unusable(`${folder} is a bare repository, without a work tree`, 'name a clone of it')
    : { kind: 'plain', root: folder }
}

async function readBranches(git: Git, at: GitPlace) {
  const nameOf = async (ref: string, prefix: string) => {
    const target = await readIfThere(git, at, ['symbolic-ref', '--quiet', ref])
    return target?.startsWith(prefix) === true ? target.slice(prefix.length) : null
  }
  const existing = await git.read(at, ['for-each-ref', '--format=%(refname)', 'refs/heads/'])
  return {
    originHead: await nameOf('refs/remotes/origin/HEAD', 'refs/remotes/origin/'),
    current: await nameOf('HEAD', 'refs/heads/'),
    existing: existing.split('\n').map((ref) => ref.slice('refs/heads/'.length)),
  }
}

async function readCommit(
  git: Git,
  at: GitPlace,
  commit: string,
  wanted: readonly string[],
): Promise<CommittedRoot> {
  // Asked each time: rules of a commit that is gone must not hold because a server happens to remember them.
  const rows = (await git.read(at, ['ls-tree', '-z', '--long', commit]))
    .split('\0')
    .flatMap((row) => parseTreeRow(row) ?? [])
  const texts: Record<string, string> = {}
  for (const { mode, id, size, name } of rows)
    if (wanted.includes(name) && mode.startsWith('100') && size <= TEXT_MAX_BYTES)
      texts[name] = await git.read(at, ['cat-file', 'blob', id], { isFixed: true })
  return { commit, names: rows.map(({ name }) => name), texts }
}

function parseTreeRow(row: string) {
  const [, mode = '', id = '', size = '', name = ''] = /^(\d+) \w+ ([0-9a-f]+) +(\S+)\t(.*)$/s.exec(row) ?? []
  return name === '' ? undefined : { mode, id, size: Number(size), name }
}
