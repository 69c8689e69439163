// An agent's work against the main branch, through a lens: its commits and its uncommitted files in one comparison. Files are
// compared where they are; nothing is written down of them, and nothing that the repository names is run.
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WorkspacePlace } from '../../core/workspaces/workspace-ground.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { FileChange, WorkDiff } from '../../protocol/work-diff.ts'
import { printed, type Git, type GitPlace } from './git.ts'
import { openIndex, openSight, type LookDeps } from './look-at-workspace.ts'
import { parseChanges, type ParsedChange } from './parse-changes.ts'
import { logOf, parseCommits } from './list-commits.ts'
import { damaged } from './read-foreign.ts'
import { listChanges } from './take-snapshot.ts'

/** A person waits for it. */
const DIFF_LIMIT_MS = 10_000
const FILES_MAX = 2000
/** More is read by nobody in one piece. */
const PATCH_MAX_BYTES = 512 * 1024
/** Larger files are named, not shown: comparing them line by line takes memory and time. */
const SETTINGS = ['core.bigFileThreshold=1m']
const LIMITS = { limitMs: DIFF_LIMIT_MS, encoding: 'latin1', settings: SETTINGS } as const

const COMPARE = [
  'diff-index',
  '--no-ext-diff',
  '--no-textconv',
  '--no-renames',
  '--no-color',
  '--ignore-submodules=all',
]

export async function diffWorkspace(deps: LookDeps, place: WorkspacePlace): Promise<WorkDiff> {
  try {
    return await compare(deps, place)
  } catch (error) {
    // It may be what we remember that is broken: the next look begins anew.
    await rm(deps.folders.index(place), { force: true })
    throw error
  }
}

async function compare(deps: LookDeps, place: WorkspacePlace): Promise<WorkDiff> {
  const { git } = deps.door
  const { foreign, lens, workspace } = await openSight(deps, place)
  const [start, top] = await deps.door.resolveAll(place, [
    deps.kept.startRef(place),
    `refs/heads/${place.project.mainBranch}`,
  ])
  const head = foreign.head ?? start
  if (head === undefined) throw damaged(workspace, 'nobody knows which commit it stands on')
  const main = top ?? start ?? head
  const calls = [
    ['merge-base', main, head],
    ['rev-list', '--count', '--left-right', `${main}...${head}`],
    ['hash-object', '-t', 'blob', '--stdin'],
  ]
  const [fork, counts, empty] = await git.batch(lens, calls, LIMITS)
  const base = fork?.code === 0 ? fork.stdout.trim() : (start ?? head)
  const [behind = 0, ahead = 0] = printed(counts, 'rev-list').split('\t').map(Number)
  const remembered = { ...lens, workTree: workspace, index: await openIndex(deps, place) }
  const { paths, tracked } = await listChanges(git, remembered, head, LIMITS)
  const isTracked = new Set(tracked)
  // A copy, since reports go on with the other one.
  const at = { ...remembered, index: join(lens.gitDir, 'diff-index') }
  await copyFile(remembered.index, at.index)
  const untracked = paths.filter((path) => !isTracked.has(path))
  await showUntracked(git, at, untracked, printed(empty, 'hash-object').trim())
  await ignoreDisguises(lens.gitDir)
  const looks = [[...COMPARE, '--raw', '--numstat', '-z', base], logOf(`${base}..${head}`)]
  const [listed, log] = await git.batch(at, looks, LIMITS)
  const files = parseChanges(printed(listed, 'diff-index'))
  if (await hidesWork(deps, place, { at, base, fork: fork?.code === 0, main, files }))
    throw damaged(workspace, 'its objects are not what their names say')
  return {
    agent: place.agent,
    project: place.project.name,
    base,
    main: place.project.mainBranch,
    branch: foreign.headRef?.replace('refs/heads/', '') ?? null,
    head,
    ahead,
    behind,
    commits: parseCommits(decode(printed(log, 'log'))),
    files: files.slice(0, FILES_MAX).map(forPeople),
    filesLeftOff: Math.max(0, files.length - FILES_MAX),
    ...(await readPatch(git, at, base)),
    dirty: paths.slice(0, FILES_MAX).map(decode),
  }
}

interface Shown {
  readonly at: GitPlace
  readonly base: string
  readonly main: string
  /** Whether the base is said to be where both branches part. */
  readonly fork: boolean
  readonly files: readonly ParsedChange[]
}

/**
 * Git finds an object by its name in a pack and does not look whether it is that object. In a pack of its own an agent can have the folder of
 * the main branch name the agent's files, and then nothing differs. So what the main branch holds is asked of the project alone. The index
 * is right by itself, since git has read each file for it.
 */
async function hidesWork(
  { door }: LookDeps,
  place: WorkspacePlace,
  { at, base, fork, main, files }: Shown,
): Promise<boolean> {
  const known = door.at(place)
  const calls = [
    ['merge-base', '--is-ancestor', base, main],
    ['ls-tree', '-r', '-z', '--full-tree', base],
  ]
  const [isKnown, tree] = await door.git.batch(known, calls, LIMITS)
  if (fork && isKnown?.code !== 0) return true
  const inMain = new Map(rowsOf(printed(tree, 'ls-tree')))
  const staged = await door.git.run(at, ['ls-files', '-z', '--stage'], LIMITS)
  const here = new Map(rowsOf(printed(staged, 'ls-files')))
  const differs = [...new Set([...inMain.keys(), ...here.keys()])].filter(
    (path) => inMain.get(path) !== here.get(path),
  )
  const named = new Set(files.map(({ path }) => path))
  return !differs.every((path) => named.has(decode(path)))
}

type Row = readonly [path: string, id: string]

/** Rows of `ls-tree` and of `ls-files --stage` alike. */
function rowsOf(text: string): Row[] {
  return text.split('\0').flatMap((row): Row[] => {
    const [, id = '', path = ''] = /\b([0-9a-f]{40}|[0-9a-f]{64})\b[^\t]*\t(.*)$/s.exec(row) ?? []
    return path === '' ? [] : [[path, id]]
  })
}

function forPeople({ path, status, added, removed, binary }: ParsedChange): FileChange {
  return { path, status, added, removed, binary }
}

/** Puts untracked files into our index as empty ones, so that the comparison looks at them where they are. */
async function showUntracked(
  git: Git,
  at: GitPlace,
  untracked: readonly string[],
  empty: string,
): Promise<void> {
  const input = untracked.map((path) => `100644 ${empty}\t${path}\0`).join('')
  if (input !== '')
    await git.read(at, ['update-index', '-z', '--index-info'], { ...LIMITS, fills: ['index'], input })
}

/** This file wins over every .gitattributes: an agent could say there that what it wrote is no text, and so hide it. */
async function ignoreDisguises(lens: string): Promise<void> {
  await mkdir(join(lens, 'info'), { recursive: true })
  await writeFile(join(lens, 'info', 'attributes'), '* !diff\n')
}

async function readPatch(
  git: Git,
  at: GitPlace,
  base: string,
): Promise<Pick<WorkDiff, 'patch' | 'truncated'>> {
  const { code, stdout, stderr, isCut } = await git.run(at, [...COMPARE, '--patch', base], {
    ...LIMITS,
    outputMaxBytes: PATCH_MAX_BYTES,
    mayCut: true,
  })
  if (code !== 0) throw new CmuxError('GIT_FAILED', `git diff-index failed: ${stderr.trim()}`)
  const whole = isCut ? stdout.slice(0, stdout.lastIndexOf('\n') + 1) : stdout
  return { patch: decode(whole), truncated: isCut }
}

/** Git gives bytes; most of them are UTF-8. */
const decode = (bytes: string) => Buffer.from(bytes, 'latin1').toString('utf8')
