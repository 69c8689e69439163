// Makes a commit of a workspace's uncommitted files, in the shape of a stash, without its git folder and without touching it.
// The same files on the same commit give the same id, so that a repeated save finds itself.
import { createHash } from 'node:crypto'
import { readlink, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { printed, type Git, type GitPlace } from '../git.ts'
import { findHidden, findNested } from './find-nested.ts'
import { readInside } from '../../files/read-inside.ts'
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
  /** A git folder of ours that borrows from the project alone, which has `base`. Who fetches the snapshot fetches from here. */
  readonly known: GitPlace
  /** The lens on the workspace, whose objects an agent may have forged. */
  readonly lens: GitPlace
  readonly workspace: string
  /** The commit the workspace stands on. */
  readonly base: string
  readonly agent: string
  /** Brings a commit of the lens into the project, which finds out whether its objects are what their names say. */
  readonly bring: (commit: string) => Promise<void>
}

/** A large tree is read and hashed once. */
const SNAPSHOT_LIMIT_MS = 300_000
/** Of a few million files. */
const INDEX_MAX_BYTES = 512 * 1024 * 1024
const OUTPUT_MAX_BYTES = 256 * 1024 * 1024
const LIMIT = { limitMs: SNAPSHOT_LIMIT_MS, encoding: 'latin1', outputMaxBytes: OUTPUT_MAX_BYTES } as const
const INDEX = { ...LIMIT, fills: ['objects', 'index'] } as const
const COMPARE = ['diff-files', '-z', '--no-renames', '--ignore-submodules=all', '--no-ext-diff']

/**
 * Every file is read, whatever is remembered or said of it: the index begins without times. What the commit holds is asked of the project
 * alone.
 */
export async function takeSnapshot(order: SnapshotOrder): Promise<Snapshot> {
  const { git, known, workspace, base, agent } = order
  const place = { ...known, workTree: workspace, index: join(known.gitDir, 'snapshot-index') }
  const { before, after, nested } = await readFiles(order, place)
  const files = countDiffering(before, after)
  const staged = await readStaged(order, before)
  if (files === 0 && staged === undefined) return { commit: null, files: 0, nested }
  const tree = await git.read(place, ['write-tree'], INDEX)
  const date = `${await git.read(place, ['log', '-1', '--format=%ct', base])} +0000`
  const commit = (at: GitPlace, root: string, parents: readonly string[], message: string) =>
    git.read(at, ['commit-tree', root, ...parents.flatMap((id) => ['-p', id]), '-m', message], {
      fills: ['objects'],
      date,
    })
  const index = await commit(
    staged === undefined ? place : order.lens,
    staged?.tree ?? `${base}^{tree}`,
    [base],
    `what ${agent} had staged`,
  )
  if (staged !== undefined) await bringStaged(order, index, staged)
  const whole = await commit(place, tree, [base, index], `uncommitted files of ${agent}`)
  return { commit: whole, files, nested }
}

/** Brings our index from the commit to what is on the disk. What git would pass over in silence is an error. */
async function readFiles({ git, base, workspace }: SnapshotOrder, place: GitPlace) {
  await rm(place.index ?? '', { force: true })
  const calls = [
    ['read-tree', base],
    // Compares what is in them, as nothing is remembered of them.
    ['update-index', '-q', '--refresh'],
    [...COMPARE, '--name-only', '--diff-filter=D'],
    [...COMPARE, '--name-only', '--diff-filter=d'],
    ['ls-files', '-z', '--others', '--exclude-standard'],
    ['ls-files', '-z', '--stage'],
    ['ls-files', '-z', '--others', '--exclude-standard', '--directory'],
    ['ls-files', '-z', '--others', '--exclude-standard', '--directory', '--ignored'],
  ]
  const answers = await git.batch(place, calls, { ...LIMIT, fills: ['index'] })
  printed(answers[0], 'read-tree')
  const [gone, there, untracked, staged, folders, ignored] = answers
    .slice(2)
    .map((answer) => printed(answer, 'ls-files').split('\0'))
    .map((paths) => paths.filter((path) => path !== ''))
  if (answers.some(({ stderr }) => stderr !== ''))
    throw damaged(workspace, 'some of its files or folders can not be read')
  const rows = staged ?? []
  const before = rowsOf(rows.join('\0'))
  const nested = [
    ...(await findNested(workspace, rows, untracked ?? [])),
    ...(await findHidden(workspace, folders ?? [], new Set(ignored))),
  ]
  const files = [...(there ?? []), ...(untracked ?? [])].filter((path) => !path.endsWith('/'))
  const feed = (args: readonly string[], paths: readonly string[]) =>
    paths.length === 0
      ? undefined
      : git.read(place, ['update-index', '-z', ...args, '--stdin'], {
          ...INDEX,
          input: paths.map((path) => `${path}\0`).join(''),
        })
  await feed(['--force-remove'], gone ?? [])
  await feed(['--add', '--remove', '--replace'], files)
  const after = rowsOf(await git.read(place, ['ls-files', '-z', '--stage'], LIMIT))
  // Git says nothing of names that it does not take, `.GIT` for example.
  if (!files.every((path) => after.has(path)))
    throw damaged(workspace, 'it has files that git can not keep, by their names')
  return { before, after, nested: [...new Set(nested)] }
}

interface Changes {
  readonly paths: readonly string[]
  /** Those of them that the commit has. */
  readonly changed: readonly string[]
  readonly tracked: readonly string[]
  /** Repositories inside of it. */
  readonly nested: readonly string[]
  /** Submodules without a repository in their folders. */
  readonly empty: readonly string[]
}

/** Paths that differ from `base`, untracked ones included and ignored ones not. Leaves the index refreshed. */
export async function listChanges(
  git: Git,
  place: GitPlace,
  base: string,
  limits: { readonly limitMs: number; readonly encoding: 'latin1' } = LIMIT,
): Promise<Changes> {
  const calls = [
    // Only our index is brought to the commit: what lies in the work tree meanwhile is none of its business.
    ['read-tree', '-m', '-i', base],
    ['update-index', '-q', '--refresh'],
    ['diff-files', '-z', '--name-only', '--ignore-submodules=all', '--no-ext-diff'],
    ['ls-files', '-z', '--others', '--exclude-standard'],
    ['ls-files', '-z', '--stage'],
  ]
  const [moved, , ...lists] = await git.batch(place, calls, { ...limits, fills: ['index'] })
  printed(moved, 'read-tree')
  const list = (at: number, verb: string) =>
    printed(lists[at], verb)
      .split('\0')
      .filter((path) => path !== '')
  const changed = list(0, 'diff-files')
  const untracked = list(1, 'ls-files')
  if (await hasOtherLinks(place.workTree ?? '', list(2, 'ls-files'), new Set(changed)))
    throw damaged(place.workTree ?? '', 'its objects are not what their names say')
  const tracked = list(2, 'ls-files').map((row) => ({
    path: row.slice(row.indexOf('\t') + 1),
    isLink: row.startsWith('160000 '),
  }))
  const nested = await findNested(place.workTree ?? '', list(2, 'ls-files'), untracked)
  const paths = [...changed, ...untracked].filter((path) => !path.endsWith('/'))
  const empty = tracked.filter(({ path, isLink }) => isLink && !nested.includes(path))
  const named = { tracked: tracked.map(({ path }) => path), empty: empty.map(({ path }) => path) }
  return { paths, changed, nested, ...named }
}

/**
 * Git compares a link with the object that it was, where it takes a file for itself: who can forge that object can hide where a link leads.
 * `rows`: of `ls-files --stage`.
 */
async function hasOtherLinks(
  workTree: string,
  rows: readonly string[],
  changed: ReadonlySet<string>,
): Promise<boolean> {
  for (const [path, row] of rowsOf(rows.join('\0'))) {
    const [mode, id = ''] = row.split(' ')
    if (mode !== '120000' || changed.has(path)) continue
    const name = Buffer.concat([Buffer.from(`${workTree}/`), Buffer.from(path, 'latin1')])
    const target = await readlink(name, { encoding: 'buffer' }).catch(() => undefined)
    if (target === undefined) continue // no link any more, which git has seen
    const hash = createHash(id.length === SHA1_CHARS ? 'sha1' : 'sha256')
    if (hash.update(`blob ${target.length}\0`).update(target).digest('hex') !== id) return true
  }
  return false
}

const SHA1_CHARS = 40

interface Staged {
  readonly tree: string
  readonly rows: ReadonlyMap<string, string>
}

/** What the agent's own index stands for; undefined when that is the commit, when it has none, or is in the middle of a merge. */
async function readStaged(
  { git, lens, workspace }: SnapshotOrder,
  before: ReadonlyMap<string, string>,
): Promise<Staged | undefined> {
  const theirs = await readInside(workspace, ['.git'], 'index', INDEX_MAX_BYTES)
  if (theirs === undefined) return undefined
  if (theirs === 'odd') throw damaged(workspace, 'its index is no plain file, or too large')
  const index = join(lens.gitDir, 'staged-index')
  await writeFile(index, theirs)
  const place = { ...lens, workTree: workspace, index }
  const listed = await git.run(place, ['ls-files', '-z', '--stage'], LIMIT)
  if (listed.code !== 0) throw damaged(workspace, `its index: ${listed.stderr.trim()}`)
  if (/^\d+ [0-9a-f]+ [123]\t/m.test(listed.stdout.replaceAll('\0', '\n'))) return undefined
  const rows = rowsOf(listed.stdout)
  if (countDiffering(before, rows) === 0) return undefined
  const { code, stdout, stderr } = await git.run(place, ['write-tree'], INDEX)
  if (code !== 0) throw damaged(workspace, `its index: ${stderr.trim()}`)
  return { tree: stdout.trim(), rows }
}

/** An index may name other folders than its rows are in. The project knows what is in the tree that it got. */
async function bringStaged(
  { git, known, workspace, bring }: SnapshotOrder,
  commit: string,
  { tree, rows }: Staged,
): Promise<void> {
  await bring(commit)
  const got = rowsOf(await git.read(known, ['ls-tree', '-r', '-z', '--full-tree', tree], LIMIT))
  // `git add -N` makes a row without a file.
  if (![...rows].every(([path, row]) => got.get(path) === row || EMPTY_FILE.test(row)))
    throw damaged(workspace, 'its index is not what its folders say')
}

const EMPTY_FILE =
  / (?:e69de29bb2d1d6434b8b29ae775ad8c2e48c5391|473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813)$/

/** By path: mode and id. Of `ls-tree -z` and `ls-files --stage -z` alike. */
function rowsOf(text: string): Map<string, string> {
  const rows = text.split('\0').flatMap((row): [string, string][] => {
    const [, mode, id, path] = /^(\d+) (?:\w+ )?([0-9a-f]{40}|[0-9a-f]{64})\b[^\t]*\t(.*)$/s.exec(row) ?? []
    return path === undefined ? [] : [[path, `${mode} ${id}`]]
  })
  return new Map(rows)
}

function countDiffering(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): number {
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths].filter((path) => before.get(path) !== after.get(path)).length
}
