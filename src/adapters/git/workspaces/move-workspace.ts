// Moves a workspace to another commit. The agent's ref is the point of no return: before it a crash leads back, after it forward, and a
// record in our home says that there is something to do. Until it is done, the lock of the index is held.
import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { FollowOrder, Followed, WorkspacePlace } from '../../../core/workspaces/workspace-ground.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import { readIfThere } from '../../files/read-if-there.ts'
import { writeAtomically } from '../../files/write-atomically.ts'
import { readProcessStart } from '../../process/read-process-start.ts'
import { compareSides } from '../main-branch/compare-sides.ts'
import { readImage } from '../main-branch/file-image.ts'
import { printed } from '../git.ts'
import { openIndex, type LookDeps } from './look-at-workspace.ts'
import { parseChanges, type ParsedChange } from '../parse-changes.ts'
import { placeFile } from '../main-branch/place-file.ts'
import {
  branchOf,
  openMoveLens,
  planWorkspaceMove,
  readTheirIndex,
  type WorkspaceMove,
} from './plan-workspace-move.ts'
import { readForeign } from './read-foreign.ts'
import { readObjectPlace } from './build-workspace.ts'
import { stageFiles } from '../main-branch/stage-files.ts'
import { holdsLock, lockIndex, moveForeignRef, noteInLog, putIndex, unlockIndex } from './lock-index.ts'

const MoveRecord = z.object({
  /** Stands in the lock. */
  mark: z.string(),
  from: z.string(),
  to: z.string(),
  mainFrom: z.string().nullable(),
  /** Who moves it, and when that process began: a number can be given again. */
  pid: z.number(),
  began: z.number(),
})
type MoveRecord = z.infer<typeof MoveRecord>

const FILES = { limitMs: 300_000, encoding: 'latin1' } as const

export async function moveWorkspace(
  deps: LookDeps,
  place: WorkspacePlace,
  order: FollowOrder,
): Promise<Followed> {
  const planned = await planWorkspaceMove(deps, place, order)
  if (planned.kind !== 'move') return planned
  const { move } = planned
  const { from, to, mainFrom } = move
  await deps.kept.keepMove(place, move)
  await stageSides(deps, place, move)
  const mark = `cmux-move-${randomUUID()}`
  const pid = process.pid
  const record = { mark, from, to, mainFrom, pid, began: readProcessStart(pid) ?? 0 }
  await writeAtomically(recordOf(deps, place), `${JSON.stringify(record)}\n`)
  try {
    return await tryMove(deps, place, { move, mark, mayMove: order.mayMove })
  } finally {
    await settleMove(deps, place, order)
  }
}

interface Try extends Pick<FollowOrder, 'mayMove'> {
  readonly move: WorkspaceMove
  readonly mark: string
}

const passing = (why: string): Followed => ({ kind: 'stays', why, isPassing: true })

async function tryMove(
  deps: LookDeps,
  place: WorkspacePlace,
  { move, mark, mayMove }: Try,
): Promise<Followed> {
  const { workspace, from, to, touched, index } = move
  if (!(await lockIndex(workspace, mark))) return passing('its git holds .git/index.lock')
  // From here on its git waits. What it did since we looked is seen now.
  const now = await readTheirIndex(workspace)
  if ((await tipOf(deps, place)) !== from || now?.equals(index) !== true)
    return passing('its git was at work')
  if (!(await mayMove())) return passing('it has begun a turn')
  const left = await placeFiles(deps, place, { workspace, touched, isBack: false })
  if (left.length > 0) return { kind: 'stays', why: `somebody edits ${left.join(', ')}`, isPassing: false }
  if (!(await moveForeignRef(workspace, mark, { ref: branchOf(place), from, to })))
    return passing('its branch has moved')
  return { kind: 'moved', from, to }
}

/** Undefined when it is on no branch of the agent. */
async function tipOf({ door, folders }: LookDeps, place: WorkspacePlace): Promise<string | undefined> {
  const { folder } = await readObjectPlace(door.git, door.at(place))
  const { headRef, refs } = await readForeign(folders.here(place), folder)
  return headRef === branchOf(place) ? refs.get(branchOf(place)) : undefined
}

/** Brings a move that was begun to one of its ends. Does nothing when there is none. */
export async function settleMove(
  deps: LookDeps,
  place: WorkspacePlace,
  { onMoved }: Pick<FollowOrder, 'onMoved'>,
): Promise<void> {
  const text = await readIfThere(recordOf(deps, place))
  if (text === undefined) return
  const record = MoveRecord.parse(JSON.parse(text))
  if (record.pid !== process.pid && readProcessStart(record.pid) === record.began)
    throw new CmuxError('CONFLICT', `an earlier server still moves the workspace of ${place.agent}`)
  const workspace = deps.folders.here(place)
  const isHere = (await deps.folders.find(place)) === 'here'
  // Without our lock it was not begun, or is done.
  if (isHere && (await holdsLock(workspace, record.mark))) {
    const tip = await tipOf(deps, place)
    if (tip === record.from) await goBack(deps, place, record)
    if (tip === record.to) await goOn(deps, place, record, onMoved)
  }
  if (isHere) await unlockIndex(workspace, record.mark)
  await rm(recordOf(deps, place), { force: true })
  await rm(deps.folders.move(place), { recursive: true, force: true })
}

async function goBack(deps: LookDeps, place: WorkspacePlace, record: MoveRecord): Promise<void> {
  const { git, at } = deps.door
  const touched = parseChanges(await git.read(at(place), compareSides(record), FILES))
  await placeFiles(deps, place, { workspace: deps.folders.here(place), touched, isBack: true })
}

async function goOn(
  deps: LookDeps,
  place: WorkspacePlace,
  { mark, from, to, mainFrom }: MoveRecord,
  onMoved: FollowOrder['onMoved'],
): Promise<void> {
  const { git } = deps.door
  const workspace = deps.folders.here(place)
  const main = `refs/heads/${place.project.mainBranch}`
  if (mainFrom !== null) await moveForeignRef(workspace, mark, { ref: main, from: mainFrom, to })
  const index = await openIndex(deps, place)
  const lens = { ...(await openMoveLens(deps, place)), workTree: workspace, index }
  const calls = [
    ['read-tree', '-m', '-i', to],
    ['update-index', '-q', '--refresh'],
  ]
  const [read] = await git.batch(lens, calls, { ...FILES, fills: ['index'] })
  printed(read, 'read-tree')
  await putIndex(workspace, mark, await readFile(index))
  const at = Math.floor(Date.now() / 1000)
  const line = `${from} ${to} cmux <cmux@localhost> ${at} +0000\tcmux: moved to ${place.project.mainBranch}\n`
  for (const log of ['HEAD', branchOf(place)]) await noteInLog(workspace, log, line)
  await deps.kept.finishMove(place, { from, to })
  await onMoved({ from, to })
}

const recordOf = ({ folders }: LookDeps, place: WorkspacePlace) => join(folders.move(place), 'record.json')
const sideOf = ({ folders }: LookDeps, place: WorkspacePlace, side: 'from' | 'to') =>
  join(folders.move(place), side)

const isNothing = (mode: string) => /^0*$/.test(mode)

/** Both sides as git would write them. */
async function stageSides(deps: LookDeps, place: WorkspacePlace, move: WorkspaceMove): Promise<void> {
  const at = await openMoveLens(deps, place)
  for (const side of ['from', 'to'] as const) {
    const has = ({ oldMode, newMode }: ParsedChange) => !isNothing(side === 'from' ? oldMode : newMode)
    const paths = move.touched.filter(has).map(({ rawPath }) => rawPath)
    const order = { at, commit: move[side], paths, folder: sideOf(deps, place, side) }
    await stageFiles(deps.door.git, order)
  }
}

interface Placing extends Pick<WorkspaceMove, 'workspace' | 'touched'> {
  readonly isBack: boolean
}

/** Gives back the files that are neither side's: they stay as they are. */
async function placeFiles(
  deps: LookDeps,
  place: WorkspacePlace,
  { workspace, touched, isBack }: Placing,
): Promise<string[]> {
  const umask = await deps.door.git.umask({ gitDir: workspace, of: 'cmux', workTree: workspace })
  const imageOf = (side: 'from' | 'to', { rawPath, oldMode, newMode }: ParsedChange) =>
    isNothing(side === 'from' ? oldMode : newMode)
      ? Promise.resolve(undefined)
      : readImage(sideOf(deps, place, side), rawPath)
  const [old, fresh] = isBack ? (['to', 'from'] as const) : (['from', 'to'] as const)
  const stays = ({ oldMode, newMode }: ParsedChange) => Number(!isNothing(isBack ? oldMode : newMode))
  const left: string[] = []
  // What goes makes room for what comes.
  for (const file of touched.toSorted((a, b) => stays(a) - stays(b))) {
    const isPlaced = await placeFile({
      root: workspace,
      path: file.rawPath,
      before: () => imageOf(old, file),
      after: () => imageOf(fresh, file),
      isPlaceBefore: false,
      isPlaceAfter: false,
      umask,
    })
    if (!isPlaced) left.push(file.path)
  }
  return left
}
