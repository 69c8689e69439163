// One look at one service and what follows from it: its porter is told what is wanted, its pane opened or closed, and what was seen is
// written down.
import type { NewEvent } from '../../protocol/event.ts'
import type { PorterState } from '../../protocol/wards/porter.ts'
import type { Project } from '../../protocol/projects/project.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Ward } from '../../protocol/wards/ward.ts'
import type { Pane, Size } from '../terminals/terminals.ts'
import { changeWard, type WardUpdate } from './change-ward.ts'
import { composeOrder } from './compose-order.ts'
import { decideWard, REOPENS_MAX, type WardAction } from './decide-ward.ts'
import type { WardMemory } from './keep-wards.ts'
import { commitOf, keyOf } from './key-of.ts'
import type { WardDeps } from './ward-deps.ts'

const SIZE: Size = { cols: 120, rows: 40 }

interface WardLook {
  readonly ward: Ward
  /** Undefined when it is a project no more. */
  readonly project: Project | undefined
  readonly panes: readonly Pane[] | 'unknown'
  readonly memory: WardMemory
}

export async function tendWard(deps: WardDeps, { ward, project, panes, memory }: WardLook): Promise<void> {
  const state = await deps.wardGround.readState(ward.id)
  const isWanted = project !== undefined && memory.isNamed
  const { actions, judged } = decideWard({ ward, isWanted, panes, state, nowMs: deps.clock.nowMs() })
  const runs = isWanted && ward.desired === 'running'
  const trouble = runs && project ? await giveOrder(deps, project, ward, memory) : undefined
  const taken = trouble === undefined ? actions : actions.filter((one) => one.do === 'close')
  for (const action of taken) await act(deps, ward, action)
  if (!runs && actions.length > 0) await deps.wardGround.sweep(ward.id)
  if (project === undefined && panes !== 'unknown' && panes.length === 0) return forget(deps, ward)
  const seen = panes === 'unknown' ? {} : describe(ward, withoutClosed(panes, taken), state)
  const found = { ...seen, ...(trouble === undefined ? judged : { status: 'sick' as const, why: trouble }) }
  await note(deps, ward, found, state?.lastFall ?? null)
}

/** What is in the way, if anything. */
async function giveOrder(
  deps: WardDeps,
  project: Project,
  ward: Ward,
  memory: WardMemory,
): Promise<string | undefined> {
  const { wanted, reserve, status, port } = ward
  // A port that was found is kept: the next porter is told of it.
  const ordered = `${keyOf(wanted)} ${reserve ? keyOf(reserve) : ''} ${port}`
  if (ordered === memory.ordered) return undefined
  try {
    await deps.wardGround.writeOrder(ward.id, await composeOrder(deps, project, ward))
    memory.ordered = ordered
    if (reserve === null && status === 'well') await deps.wardGround.keepTrees(project, [wanted.commit])
    return undefined
  } catch (error) {
    deps.onError(error, `preparing the service of ${ward.project}`)
    return error instanceof Error ? error.message : String(error)
  }
}

async function act(deps: WardDeps, ward: Ward, action: WardAction): Promise<void> {
  const { terminals, wardGround, clock, environment } = deps
  if (action.do === 'close') return terminals.close(action.pane.id)
  const at = timestampFromMs(clock.nowMs())
  const opened = await changeWard(deps, ward.id, ({ generation, reopened }) => ({
    generation: generation + 1,
    status: 'starting',
    why: null,
    reopened: action.asked ? [] : [...reopened, at].slice(-REOPENS_MAX),
  }))
  if (!opened) return
  await wardGround.sweep(ward.id)
  const { folder, command } = wardGround.porter(ward.id)
  await terminals.open({
    owner: { agent: ward.id, generation: opened.generation },
    title: `service-${ward.project}`,
    folder,
    command,
    environment: { PATH: environment['PATH'] ?? '' },
    size: SIZE,
  })
}

/** A pane that this look has closed answers nothing: a service is told as stopped and as answering nothing in one event. */
function withoutClosed(panes: readonly Pane[], taken: readonly WardAction[]): Pane[] {
  return panes.filter((pane) => !taken.some((action) => action.do === 'close' && action.pane === pane))
}

function describe(ward: Ward, panes: readonly Pane[], state: PorterState | undefined): WardUpdate {
  const pane = panes.find(({ end, pid }) => end === null && pid === state?.pid)
  if (!pane || !state) return { serving: null, pid: null, servingPid: null }
  const served = state.children.find(({ key }) => key === state.serving)
  return {
    port: state.port > 0 ? state.port : ward.port,
    serving: state.serving === null ? null : commitOf(state.serving),
    pid: state.pid,
    servingPid: served?.pid ?? null,
    falls: state.falls,
  }
}

/** What is as it was is not written again. A fall is told also when all was well again before we looked. */
async function note(deps: WardDeps, ward: Ward, update: WardUpdate, lastFall: string | null): Promise<void> {
  const current = (await deps.store.read.wards.byId(ward.id)) ?? ward
  const isNew = Object.entries(update).some(([name, value]) => current[name as keyof Ward] !== value)
  // An action of this look has written a younger word already.
  if (!isNew || current.generation !== ward.generation) return
  const { falls = 0 } = update
  const fell: NewEvent = {
    type: 'service.fell',
    actor: 'system',
    data: { project: ward.project, falls, why: lastFall },
  }
  await changeWard(deps, ward.id, () => update, ...(falls > current.falls ? [fell] : []))
}

async function forget(deps: WardDeps, { id }: Ward): Promise<void> {
  await deps.wardGround.sweep(id)
  await deps.wardGround.clear(id)
  await deps.store.write(({ wards }) => wards.remove(id))
}
