// Makes a commit of a workspace's uncommitted files, in the shape of a stash, without its git folder and without touching it.
// The same files on the same commit give the same id, so that a repeated save finds itself.
import { lstat, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { printed, type Git, type GitPlace } from './git.ts'
import { readInside } from '../files/read-inside.ts'
import { damaged } from './read-foreign.ts'

export interface Snapshot {
  /** Null when nothing differs from the commit it stands on. */
  readonly commit: string | null
  /** How many files differ. */
  readonly files: number
  /** Repositories inside of it, tracked or not: their content can't be saved this way. */
  readonly nested: readonly string[]
}

export interface SnapshotOrder {
  readonly git: Git
  readonly lens: GitPlace
  readonly workspace: string
  /** The commit the workspace stands on. */
  readonly base: string
  readonly agent: string
}

/** A large tree is read and hashed once. */
const SNAPSHOT_LIMIT_MS = 300_000
/** Of a few million files. */
const INDEX_MAX_BYTES = 512 * 1024 * 1024
const OUTPUT_MAX_BYTES = 256 * 1024 * 1024
const LIMIT = { limitMs: SNAPSHOT_LIMIT_MS, encoding: 'latin1', outputMaxBytes: OUTPUT_MAX_BYTES } as const

export async function takeSnapshot(order: SnapshotOrder): Promise<Snapshot> {
  const { git, lens, workspace, base, agent } = order
  const place = { ...lens, workTree: workspace, index: join(lens.gitDir, 'snapshot-index') }
  await rm(place.index, { force: true })
  const { paths, nested } = await listChanges(git, place, base)
  await git.read(place, ['update-index', '-z', '--add', '--remove', '--replace', '--stdin'], {
    ...LIMIT,
    fills: ['objects', 'index'],
    input: paths.map((path) => `${path}\0`).join(''),
  })
  const tree = await git.read(place, ['write-tree'], { ...LIMIT, fills: ['objects', 'index'] })
  const baseTree = await git.read(place, ['rev-parse', `${base}^{tree}`])
  const staged = (await readStaged(order)) ?? baseTree
  if (tree === baseTree && staged === baseTree) return { commit: null, files: 0, nested }
  const date = `${await git.read(place, ['log', '-1', '--format=%ct', base])} +0000`
  const commit = (root: string, parents: readonly string[], message: string) =>
    git.read(place, ['commit-tree', root, ...parents.flatMap((id) => ['-p', id]), '-m', message], {
      fills: ['objects'],
      date,
    })
  const index = await commit(staged, [base], `what ${agent} had staged`)
  const whole = await commit(tree, [base, index], `uncommitted files of ${agent}`)
  return { commit: whole, files: paths.length, nested }
}

interface Changes {
  readonly paths: readonly string[]
  /** Repositories inside of it. */
  readonly nested: readonly string[]
}

/** Paths that differ from `base`, untracked ones included and ignored ones not. Leaves the index refreshed. */
async function listChanges(git: Git, place: GitPlace, base: string): Promise<Changes> {
  const calls = [
    // Only our index is brought to the commit: what lies in the work tree meanwhile is none of its business.
    ['read-tree', '-m', '-i', base],
    ['update-index', '-q', '--refresh'],
    ['diff-files', '-z', '--name-only', '--ignore-submodules=all', '--no-ext-diff'],
    ['ls-files', '-z', '--others', '--exclude-standard'],
    ['ls-files', '-z', '--stage'],
  ]
  const [moved, , ...lists] = await git.batch(place, calls, { ...LIMIT, fills: ['index'] })
  printed(moved, 'read-tree')
  const list = (at: number, verb: string) =>
    printed(lists[at], verb)
      .split('\0')
      .filter((path) => path !== '')
  const changed = list(0, 'diff-files')
  const untracked = list(1, 'ls-files')
  const tracked = list(2, 'ls-files').map((row) => ({
    path: row.slice(row.indexOf('\t') + 1),
    isLink: row.startsWith('160000 '),
  }))
  const folders = new Set([
    ...tracked.flatMap(({ path, isLink }) => (isLink ? [path] : foldersOf(path))),
    ...untracked.flatMap(foldersOf),
  ])
  const nested = await filterAsync([...folders], (path) => holdsRepository(place.workTree ?? '', path))
  const paths = [...changed, ...untracked].filter((path) => !path.endsWith('/'))
  return { paths, nested }
}

/** The tree that the agent's own index stands for; undefined when it has none, or is in the middle of a merge. */
async function readStaged({ git, lens, workspace }: SnapshotOrder): Promise<string | undefined> {
  const theirs = await readInside(workspace, ['.git'], 'index', INDEX_MAX_BYTES)
  if (theirs === undefined) return undefined
  if (theirs === 'odd') throw damaged(workspace, 'its index is no plain file, or too large')
  const index = join(lens.gitDir, 'staged-index')
  await writeFile(index, theirs)
  const place = { ...lens, workTree: workspace, index }
  const unmerged = await git.run(place, ['ls-files', '-z', '--unmerged'], LIMIT)
  if (unmerged.code !== 0) throw damaged(workspace, `its index: ${unmerged.stderr.trim()}`)
  if (unmerged.stdout !== '') return undefined
  const { code, stdout, stderr } = await git.run(place, ['write-tree'], {
    ...LIMIT,
    fills: ['objects', 'index'],
  })
  if (code !== 0) throw damaged(workspace, `its index: ${stderr.trim()}`)
  return stdout.trim()
}

/** `a/b/` for a folder that git lists as one, `a/b/c` for a file: `a` and `a/b` for both. */
function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

export async function holdsRepository(workTree: string, folder: string): Promise<boolean> {
  const path = [Buffer.from(`${workTree}/`), Buffer.from(folder, 'latin1'), Buffer.from('/.git')]
  try {
    await lstat(Buffer.concat(path))
    return true
  } catch {
    return false // there is none; or nobody may look, and then git has listed nothing in there either
  }
}

async function filterAsync<T>(items: readonly T[], keep: (item: T) => Promise<boolean>): Promise<T[]> {
  const kept = await Promise.all(items.map(keep))
  return items.filter((_, index) => kept[index])
}
