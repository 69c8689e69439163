// Whether a workspace can go to where the main branch is now: only when it has nothing of its own and nobody's git is at work in it.
// Nothing that the workspace says is believed: what its commits are, git is asked in the project, and its files are compared with that.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FollowOrder, Followed, WorkspacePlace } from '../../../core/workspaces/workspace-ground.ts'
import { readInside } from '../../files/read-inside.ts'
import { readObjectPlace } from './build-workspace.ts'
import { compareSides } from '../main-branch/compare-sides.ts'
import { findInTheWay } from '../main-branch/find-in-the-way.ts'
import type { GitPlace } from '../git.ts'
import { makeLens } from './lens.ts'
import { openIndex, type LookDeps } from './look-at-workspace.ts'
import { parseChanges, type ParsedChange } from '../parse-changes.ts'
import { kindOf, readForeign } from './read-foreign.ts'
import { readRef } from '../read-ref.ts'
import { listChanges } from './take-snapshot.ts'
import { findForeignLock } from './lock-index.ts'

export interface WorkspaceMove {
  readonly workspace: string
  readonly from: string
  readonly to: string
  /** The workspace's own copy of the main branch, where it may follow as well. */
  readonly mainFrom: string | null
  readonly touched: readonly ParsedChange[]
  /** The agent's index, byte for byte. */
  readonly index: Buffer
}

type Stays = Extract<Followed, { kind: 'stays' }>
type Planned = { readonly kind: 'move'; readonly move: WorkspaceMove } | Exclude<Followed, { kind: 'moved' }>

/** Of a few million files. */
const INDEX_MAX_BYTES = 512 * 1024 * 1024
/** Each file is compared and written on its own. */
const FILES_MAX = 5000
const LOOK = { limitMs: 60_000, encoding: 'latin1' } as const
const REPOSITORY = '160000'
/** What git leaves while somebody is in the middle of something, or sees a part of the files only. */
const UNDERWAY = [
  'MERGE_HEAD',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
  'BISECT_LOG',
  'sequencer',
  'rebase-merge',
  'rebase-apply',
  'info/sparse-checkout',
]

const stays = (why: string, isPassing = false): Stays => ({ kind: 'stays', why, isPassing })
const SAME = { kind: 'same' } as const

export const branchOf = ({ agent }: WorkspacePlace) => `refs/heads/agent/${agent}`

export async function planWorkspaceMove(
  deps: LookDeps,
  place: WorkspacePlace,
  { landed }: Pick<FollowOrder, 'landed'>,
): Promise<Planned> {
  const { git, at } = deps.door
  const workspace = deps.folders.here(place)
  const main = `refs/heads/${place.project.mainBranch}`
  const to = await readRef(git, at(place), main)
  if (to === undefined) return stays(`there is no ${place.project.mainBranch}`)
  const { refs, headRef } = await readForeign(workspace, (await readObjectPlace(git, at(place))).folder)
  const from = refs.get(branchOf(place))
  if (from === to) return SAME
  if (from === undefined || headRef !== branchOf(place)) return stays('it is on another branch')
  const lock = await findForeignLock(workspace, branchOf(place))
  if (lock !== undefined) return stays(`its git holds ${lock}`, true)
  for (const name of UNDERWAY)
    if ((await kindOf(join(workspace, '.git', name))) !== undefined) return stays(`there is .git/${name}`)
  const kinship = await judgeKinship(deps, place, { from, to, landed })
  if (kinship !== 'moves') return kinship === 'same' ? SAME : stays('it has commits of its own')
  const touched = parseChanges(await git.read(at(place), compareSides({ from, to }), LOOK))
  if (touched.length > FILES_MAX) return stays(`more than ${FILES_MAX} files are different`)
  if (touched.some(({ oldMode, newMode }) => oldMode === REPOSITORY || newMode === REPOSITORY))
    return stays('a submodule is different')
  const index = await findCleanIndex(deps, place, { workspace, from })
  if (index === undefined) return stays('it has work that is not committed')
  const inTheWay = await findInTheWay(workspace, touched)
  if (inTheWay.length > 0) return stays(`in the way: ${inTheWay.join(', ')}`)
  const known = refs.get(main)
  const mayFollow = known !== undefined && (await isOfProject(deps, place, known, to))
  const move = { workspace, from, to, mainFrom: mayFollow ? known : null, touched, index }
  return { kind: 'move', move }
}

interface Sides extends Pick<FollowOrder, 'landed'> {
  readonly from: string
  readonly to: string
}

/** Commits of which all is on the main branch, or was when the workspace began, are none of its own. */
async function judgeKinship({ door, kept }: LookDeps, place: WorkspacePlace, { from, to, landed }: Sides) {
  const { git, at } = door
  const start = await kept.start(place)
  const [kind, ahead, ...there] = await git.batch(at(place), [
    ['cat-file', '-t', from],
    ['rev-list', '--max-count=1', to, '--not', from],
    ...landed.map((one) => ['merge-base', '--is-ancestor', one.to, to]),
  ])
  if (kind?.code !== 0 || kind.stdout.trim() !== 'commit') return 'own'
  if (ahead?.code === 0 && ahead.stdout.trim() === '') return 'same'
  const tips = landed.filter((_, index) => there[index]?.code === 0).map(({ tip }) => tip)
  const homes = [to, ...(start === undefined ? [] : [start]), ...tips]
  const { code, stdout } = await git.run(at(place), ['rev-list', '--max-count=1', from, '--not', ...homes])
  return code === 0 && stdout.trim() === '' ? 'moves' : 'own'
}

async function isOfProject({ door, kept }: LookDeps, place: WorkspacePlace, commit: string, to: string) {
  const start = await kept.start(place)
  const homes = [to, ...(start === undefined ? [] : [start])]
  const args = ['rev-list', '--max-count=1', commit, '--not', ...homes]
  const { code, stdout } = await door.git.run(door.at(place), args)
  return code === 0 && stdout.trim() === ''
}

/** A git folder of ours that has the project's objects only, so that no object of the workspace can stand in for another. */
export async function openMoveLens({ door, folders }: LookDeps, place: WorkspacePlace): Promise<GitPlace> {
  const { folders: objects, format } = await readObjectPlace(door.git, door.at(place))
  const gitDir = await makeLens({
    folder: join(folders.move(place), 'lens'),
    objects,
    objectFormat: format,
  })
  return { gitDir, of: 'cmux', borrows: objects }
}

/** The agent's index when it and the files are what the commit has. Files that no commit knows don't count. */
async function findCleanIndex(
  deps: LookDeps,
  place: WorkspacePlace,
  { workspace, from }: Pick<WorkspaceMove, 'workspace' | 'from'>,
): Promise<Buffer | undefined> {
  const { git } = deps.door
  const lens = { ...(await openMoveLens(deps, place)), workTree: workspace }
  const theirs = await readTheirIndex(workspace)
  if (theirs === undefined) return undefined
  const copy = join(deps.folders.move(place), 'index', 'theirs')
  await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
  await writeFile(copy, theirs)
  const args = ['diff-index', '--cached', '--quiet', from]
  const { code } = await git.run({ ...lens, index: copy }, args, LOOK)
  if (code !== 0) return undefined
  const index = await openIndex(deps, place)
  const { changed, nested } = await listChanges(git, { ...lens, index }, from, LOOK)
  return changed.length === 0 && nested.length === 0 ? theirs : undefined
}

export async function readTheirIndex(workspace: string): Promise<Buffer | undefined> {
  const found = await readInside(workspace, ['.git'], 'index', INDEX_MAX_BYTES)
  return found === 'odd' ? undefined : found
}
