// An agent's work against the main branch, through a lens: its commits and its uncommitted files in one comparison. Files are
// compared where they are; nothing is written down of them, and nothing that the repository names is run.
import { join } from 'node:path'
import type { WorkspacePlace } from '../../../core/workspaces/workspace-ground.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import type { FileChange, WorkDiff } from '../../../protocol/agents/work-diff.ts'
import { printed, type Git, type GitPlace } from '../git.ts'
import { findFork } from './find-fork.ts'
import { forgetIndex } from './kept-index.ts'
import { openSight, type LookDeps, type Sight } from './look-at-workspace.ts'
import { parseChanges, type ParsedChange } from '../parse-changes.ts'
import { logOf, parseCommits } from '../list-commits.ts'
import { seeFiles, type SeenFiles } from './see-files.ts'

/** A person waits for it. */
const DIFF_LIMIT_MS = 10_000
const FILES_MAX = 2000
/** More is read by nobody in one piece. */
const PATCH_MAX_BYTES = 512 * 1024
/** Larger files are named, not shown: comparing them line by line takes memory and time. */
const SETTINGS = ['core.bigFileThreshold=1m']
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024
const LIMITS = {
  limitMs: DIFF_LIMIT_MS,
  encoding: 'latin1',
  settings: SETTINGS,
  outputMaxBytes: OUTPUT_MAX_BYTES,
} as const

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
    await forgetIndex(deps.folders.index(place))
    throw error
  }
}

async function compare(deps: LookDeps, place: WorkspacePlace): Promise<WorkDiff> {
  const { git } = deps.door
  const sight = await openSight(deps, place)
  const fork = await findFork(deps, place, sight)
  const { base, head, ahead, behind } = fork
  const seen = await seeFiles(deps, place, { ...fork, sight })
  const work = seen.rows.length === 0 ? NO_WORK : await readWork(git, sight, seen)
  const log = head === base ? '' : await git.read(sight.lens, logOf(`${base}..${head}`), LIMITS)
  return {
    agent: place.agent,
    project: place.project.name,
    base,
    main: place.project.mainBranch,
    branch: sight.foreign.headRef?.replace('refs/heads/', '') ?? null,
    head,
    ahead,
    behind,
    commits: parseCommits(decode(log)),
    files: work.files.slice(0, FILES_MAX).map(forPeople),
    filesLeftOff: Math.max(0, work.files.length - FILES_MAX),
    patch: work.patch,
    truncated: work.truncated,
    dirty: seen.dirty.slice(0, FILES_MAX).map(decode),
  }
}

interface Work extends Pick<WorkDiff, 'patch' | 'truncated'> {
  readonly files: readonly ParsedChange[]
}

const NO_WORK: Work = { files: [], patch: '', truncated: false }

/**
 * The files that differ and no others, so that it costs nothing how many there are besides: a tree and an index of these alone are compared.
 * In the index each one is empty and without a status, so that git reads the file itself.
 */
async function readWork(
  git: Git,
  { workspace, objects }: Sight,
  { lens, rows }: Pick<SeenFiles, 'lens' | 'rows'>,
): Promise<Work> {
  const at = { ...lens, workTree: workspace, index: join(lens.gitDir, 'diff-index') }
  const fill = { ...LIMITS, fills: ['index', 'objects'] } as const
  const before = rows.map(({ path, base }) => (base ? `${base.mode} ${base.id}\t${path}\0` : '')).join('')
  const empty = EMPTY_FILE[objects.format]
  const none = `0 ${'0'.repeat(empty.length)}`
  const after = rows.map(({ path, isThere }) =>
    isThere ? `100644 ${empty}\t${path}\0` : `${none}\t${path}\0`,
  )
  await git.read(at, UPDATE, { ...fill, input: before })
  const [written, updated] = await git.batch(at, [['write-tree', '--missing-ok'], UPDATE], {
    ...fill,
    input: after.join(''),
  })
  const tree = printed(written, 'write-tree').trim()
  printed(updated, 'update-index')
  const listed = await git.read(at, [...COMPARE, '--raw', '--numstat', '-z', tree], LIMITS)
  return { files: parseChanges(listed), ...(await readPatch(git, at, tree)) }
}

const UPDATE = ['update-index', '-z', '--index-info']
/** How a file without content is named. */
const EMPTY_FILE = {
  sha1: 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
  sha256: '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
} as const

function forPeople({ path, status, added, removed, binary }: ParsedChange): FileChange {
  return { path, status, added, removed, binary }
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
