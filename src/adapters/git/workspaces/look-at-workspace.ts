// Looks at a workspace through a lens: what its git folder says, and what it has that the project has not.
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Unsaved, WorkspacePlace } from '../../../core/workspaces/workspace-ground.ts'
import { readObjectPlace, type ObjectPlace } from './build-workspace.ts'
import { freeIndex } from '../free-index.ts'
import type { GitPlace } from '../git.ts'
import type { HomeRefs } from './home-refs.ts'
import type { KeptRefs } from './kept-refs.ts'
import { makeLens, nameTip } from './lens.ts'
import type { ProjectDoor } from '../project-door.ts'
import { damaged, readForeign, type ForeignRepository } from './read-foreign.ts'
import { takeSnapshot } from './take-snapshot.ts'
import type { WorkspaceFolders } from './workspace-folders.ts'

/** A workspace as it is looked at: where it is, what it says, and the lens to read it with. */
export interface Sight {
  readonly workspace: string
  readonly foreign: ForeignRepository
  readonly lens: GitPlace
  /** Borrows from the project alone: what it says is so, and it says nothing of what only the workspace has. */
  readonly known: GitPlace
  /** Of the project. */
  readonly objects: ObjectPlace
}

export interface LookDeps {
  readonly door: ProjectDoor
  readonly folders: WorkspaceFolders
  readonly kept: KeptRefs
  readonly homes: HomeRefs
  /** An earlier git was ended at its limit and had left a lock on an index of ours, which is removed. */
  readonly onFreed: (index: string) => void
}

/**
 * What is remembered of the files between looks, free to be used. `known`: of a look through the project alone. They are kept apart,
 * since git believes the folders that an index remembers.
 */
export async function openIndex(
  { folders, onFreed }: LookDeps,
  place: WorkspacePlace,
  of: 'lens' | 'known' = 'lens',
): Promise<string> {
  const index = of === 'lens' ? folders.index(place) : `${folders.index(place)}-known`
  await mkdir(dirname(index), { recursive: true })
  if (await freeIndex(index)) onFreed(index)
  return index
}

/** The lens stays until the next look, since a snapshot's objects are in there. */
export async function openSight({ door, folders }: LookDeps, place: WorkspacePlace): Promise<Sight> {
  const { git, at } = door
  const workspace = await folders.current(place)
  const borrowed = await readObjectPlace(git, at(place))
  const foreign = await readForeign(workspace, borrowed.folder)
  const lens = lensOf(folders.lens(place), workspace, borrowed)
  const objects = [...borrowed.folders, `${workspace}/.git/objects`]
  await makeLens({ folder: lens.gitDir, objects, objectFormat: borrowed.format })
  const known = knownOf(lens, borrowed)
  await makeLens({ folder: known.gitDir, objects: borrowed.folders, objectFormat: borrowed.format })
  return { workspace, foreign, lens, known, objects: borrowed }
}

/** The git folders of the last look, as git is shown them. */
export async function findLenses(
  { door, folders }: LookDeps,
  place: WorkspacePlace,
): Promise<Pick<Sight, 'lens' | 'known'>> {
  const borrowed = await readObjectPlace(door.git, door.at(place))
  const lens = lensOf(folders.lens(place), await folders.current(place), borrowed)
  return { lens, known: knownOf(lens, borrowed) }
}

/** Snapshots are made there, and named by a ref. */
const knownOf = ({ gitDir }: GitPlace, { folders }: ObjectPlace) =>
  ({ gitDir: join(gitDir, 'known'), of: 'cmux', borrows: folders }) as const

function lensOf(gitDir: string, workspace: string, { folders }: ObjectPlace) {
  // Git is shown the whole workspace: its objects alone could be turned into a link to others' between a look and the next.
  return { gitDir, of: 'cmux', borrows: [...folders, workspace] } as const
}

export async function lookAtWorkspace(deps: LookDeps, place: WorkspacePlace): Promise<Unsaved> {
  const sight = await openSight(deps, place)
  const branch = branchTip(sight, place)
  const missing = await deps.homes.notHome(place, sight.foreign.tips)
  return {
    tip: missing.find((commit) => commit === branch) ?? null,
    others: missing.filter((commit) => commit !== branch),
    ...(await lookAtFiles(deps, place, sight)),
  }
}

export function branchTip({ foreign }: Sight, { agent }: WorkspacePlace): string | null {
  return foreign.refs.get(`refs/heads/agent/${agent}`) ?? null
}

/** The commit it stands on is brought into the project first, if it is not there: what differs from it is asked of the project. */
export async function lookAtFiles(
  { door, kept, homes }: LookDeps,
  place: WorkspacePlace,
  { workspace, foreign, lens, known }: Sight,
): Promise<Pick<Unsaved, 'snapshot' | 'nested'>> {
  const base = foreign.head ?? (await kept.start(place))
  if (base === undefined) throw damaged(workspace, 'nobody knows which commit it started from')
  const bring = async (id: string) => kept.fetch(place, lens, [{ id, ref: await nameTip(lens.gitDir, id) }])
  if (!(await isKnown(door, known, base))) await bring(base)
  const order = { git: door.git, known, lens, workspace, base, agent: place.agent, bring }
  const { commit, files, nested } = await takeSnapshot(order)
  if (commit !== null) await nameTip(known.gitDir, commit)
  const isNews = commit !== null && !(await homes.isStashed(place, commit))
  return { snapshot: isNews ? { commit, files } : null, nested }
}

/** Whether the project has the commit. */
async function isKnown({ git }: ProjectDoor, known: GitPlace, commit: string): Promise<boolean> {
  return (await git.run(known, ['cat-file', '-e', `${commit}^{commit}`])).code === 0
}
