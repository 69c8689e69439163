// Brings a series of commits onto another commit, in the objects alone: no work tree and no index is involved. Each commit keeps its
// author, its date and its message; the trailers are ours. Every merge is made by `merge-tree` on trees, so the result depends on nothing
// but the commits that are named.
import type { MergeOrder, Merged } from '../../../core/improve/change-ground.ts'
import {
  composeRawCommit,
  parseCommitBatch,
  type NamedCommit,
  type RawCommit,
} from '../../../lib/git/raw-commit.ts'
import { setTrailers } from '../../../lib/git/set-trailers.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import type { Git, GitPlace } from '../git.ts'

/** Each one starts git up to three times. */
const SERIES_MAX = 500
const SUBJECTS_SHOWN = 50
const OBJECTS = { fills: ['objects'] } as const
const MERGE_LIMIT_MS = 60_000
const WHOLE_MAX_BYTES = 64 * 1024 * 1024

type Conflict = Extract<Merged, { readonly kind: 'conflict' }>

interface Ground {
  readonly git: Git
  readonly at: GitPlace
  readonly order: MergeOrder
  /** Every commit of the series and its parents. */
  readonly commits: ReadonlyMap<string, NamedCommit>
}

export async function mergeCommits(git: Git, at: GitPlace, order: MergeOrder): Promise<Merged> {
  const { after, head, onto, how } = order
  const ids = await listSeries(git, at, order)
  const wanted = new Set([...ids, after, head, onto])
  const first = await readCommits(git, at, [...wanted])
  const parents = new Set([...first.values()].flatMap((commit) => commit.parents))
  const more = how === 'rebase' ? [...parents].filter((id) => !wanted.has(id)) : []
  const commits = new Map([...first, ...(await readCommits(git, at, more))])
  const ground = { git, at, order, commits }
  const series = ids.map((id) => commitOf(ground, id))
  const signed = series.filter(({ isSigned }) => isSigned).length
  if (how === 'merge') return mergeAsOne(ground, [order.tip ?? head], undefined)
  if (how === 'squash') return withSigned(await mergeAsOne(ground, [], series), signed)
  if (series.length > SERIES_MAX)
    throw new CmuxError(
      'LIMIT_REACHED',
      `${series.length} commits are brought one by one; ${SERIES_MAX} are the most`,
      {
        hint: 'bring them as one commit (--squash), or by a merge commit (--merge)',
      },
    )
  const hasMerges = series.some((commit) => commit.parents.length !== 1)
  const replayed = await replay(
    ground,
    series.filter((commit) => commit.parents.length === 1),
  )
  if (!hasMerges) return withSigned(replayed, signed)
  // A merge may hold what none of its parents has: then the branch stays the shape that it has.
  const whole = await mergeTrees(ground, after, treeOf(ground, onto), treeOf(ground, head))
  if (whole.kind === 'conflict') return whole
  const isSame = replayed.kind === 'merged' && (await readTree(ground, replayed.head)) === whole.tree
  return isSame ? withSigned(replayed, signed) : mergeAsOne(ground, [head], undefined)
}

const withSigned = (merged: Merged, signed: number): Merged =>
  merged.kind === 'merged' ? { ...merged, signed } : merged

/** The oldest first. */
async function listSeries(git: Git, at: GitPlace, order: MergeOrder): Promise<string[]> {
  const { after, without, head, onto } = order
  const known = [after, onto, ...without].map((id) => `^${id}`)
  const args = ['rev-list', '--reverse', '--topo-order', head, ...known]
  return (await git.read(at, args)).split('\n').filter((id) => id !== '')
}

async function readCommits(
  git: Git,
  at: GitPlace,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedCommit>> {
  if (ids.length === 0) return new Map()
  const { code, stdout, stderr } = await git.run(at, ['cat-file', '--batch'], {
    encoding: 'latin1',
    input: ids.map((id) => `${id}\n`).join(''),
    outputMaxBytes: WHOLE_MAX_BYTES,
  })
  if (code !== 0) throw new CmuxError('GIT_FAILED', `git cat-file failed: ${stderr.trim()}`)
  return parseCommitBatch(stdout)
}

function commitOf({ commits }: Ground, id: string): NamedCommit {
  const commit = commits.get(id)
  if (!commit) throw new Error(`${id} was not read`)
  return commit
}

const treeOf = (ground: Ground, id: string) => commitOf(ground, id).tree

const readTree = ({ git, at }: Ground, commit: string) => git.read(at, ['rev-parse', `${commit}^{tree}`])

/** One by one. What is on the other side already leaves nothing of a commit, which is then left out. */
async function replay(ground: Ground, series: readonly NamedCommit[]): Promise<Merged> {
  const { onto, trailers } = ground.order
  let head = onto
  let tree = treeOf(ground, onto)
  for (const commit of series) {
    const [parent = ''] = commit.parents
    const before = treeOf(ground, parent)
    const merged = await mergeTrees(ground, parent, tree, commit.tree)
    if (merged.kind === 'conflict')
      return { ...merged, commit: { id: commit.id, subject: subjectOf(commit) } }
    if (merged.tree === tree && commit.tree !== before) continue
    tree = merged.tree
    const message = setTrailers(commit.message, trailers)
    head = await write(ground, { ...commit, tree, parents: [head], message })
  }
  return { kind: 'merged', head, how: 'rebase', signed: 0 }
}

type Trees = { readonly kind: 'tree'; readonly tree: string } | Conflict

/** Both trees become commits on top of the base, so that git finds no other commit that both have: 2.39 has no `--merge-base`. */
async function mergeTrees(ground: Ground, base: string, ours: string, theirs: string): Promise<Trees> {
  const { git, at } = ground
  const before = treeOf(ground, base)
  if (ours === before || ours === theirs) return { kind: 'tree', tree: theirs }
  if (theirs === before) return { kind: 'tree', tree: ours }
  const calls = [ours, theirs].map((tree) => ['commit-tree', tree, '-p', base, '-m', 'a side'])
  const sides: string[] = []
  for (const { code, stdout, stderr } of await git.batch(at, calls, OBJECTS)) {
    if (code !== 0) throw new CmuxError('GIT_FAILED', `git commit-tree failed: ${stderr.trim()}`)
    sides.push(stdout.trim())
  }
  const args = ['merge-tree', '--write-tree', '--name-only', '-z', ...sides]
  const { code, stdout, stderr } = await git.run(at, args, { ...OBJECTS, limitMs: MERGE_LIMIT_MS })
  const [tree = '', ...rest] = stdout.split('\0')
  if (code === 1) return { kind: 'conflict', files: rest.slice(0, rest.indexOf('')) }
  if (code !== 0) throw new CmuxError('GIT_FAILED', `git merge-tree failed: ${stderr.trim()}`)
  return { kind: 'tree', tree }
}

/** One commit for all of it: a merge when it has a second parent, else a squash of the series. */
async function mergeAsOne(
  ground: Ground,
  seconds: readonly string[],
  series: readonly NamedCommit[] | undefined,
): Promise<Merged> {
  const { after, onto, head, message, trailers } = ground.order
  const whole = await mergeTrees(ground, after, treeOf(ground, onto), treeOf(ground, head))
  if (whole.kind === 'conflict') return whole
  const author = series?.at(-1)?.author ?? committer()
  const text = Buffer.from(message, 'utf8').toString('latin1')
  const made = await write(ground, {
    tree: whole.tree,
    parents: [onto, ...seconds],
    author,
    encoding: undefined,
    message: setTrailers(`${text}${listSubjects(series)}`, [...trailers, ...coAuthors(series, author)]),
  })
  return { kind: 'merged', head: made, how: series ? 'squash' : 'merge', signed: 0 }
}

const subjectOf = ({ message }: RawCommit) =>
  Buffer.from(message.split('\n')[0] ?? '', 'latin1').toString('utf8')

function listSubjects(series: readonly NamedCommit[] = []): string {
  const rows = series.slice(0, SUBJECTS_SHOWN).map(({ message }) => `- ${message.split('\n')[0] ?? ''}\n`)
  const more = series.length > rows.length ? [`- and ${series.length - rows.length} more\n`] : []
  return rows.length === 0 ? '' : `\n\n${[...rows, ...more].join('')}`
}

const nameOf = (author: string) => author.replace(/ \d+ [+-]\d{4}$/, '')

function coAuthors(series: readonly NamedCommit[] = [], author: string): [string, string][] {
  const names = new Set(series.map((commit) => nameOf(commit.author)))
  names.delete(nameOf(author))
  return [...names].map((name) => ['Co-authored-by', name])
}

const committer = () => `cmux <cmux@localhost> ${Math.floor(Date.now() / 1000)} +0000`

async function write({ git, at }: Ground, commit: Omit<RawCommit, 'isSigned'>): Promise<string> {
  const input = composeRawCommit({ ...commit, committer: committer() })
  const args = ['hash-object', '-t', 'commit', '-w', '--stdin']
  return git.read(at, args, { ...OBJECTS, encoding: 'latin1', input })
}
