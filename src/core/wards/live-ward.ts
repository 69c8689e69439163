// A service as what runs of a project: a change is started apart from it, then beside it, and serves once it is well; what ran before
// stays ready until the change has proven itself.
import type { Change } from '../../protocol/changes/change.ts'
import type { ServiceRules } from '../../protocol/project-file.ts'
import type { Project } from '../../protocol/projects/project.ts'
import type { Ward } from '../../protocol/wards/ward.ts'
import type { LiveSystem, Soak, Tried } from '../improve/live-system.ts'
import { changeWard } from './change-ward.ts'
import { composeVersion } from './compose-version.ts'
import { keyOf } from './key-of.ts'
import type { WardDeps } from './ward-deps.ts'

/** However short the time is that it is watched. */
const SOAK_PROBES = 3

export interface LiveWardDeps extends WardDeps {
  /** The record has changed. */
  readonly wake: () => void
}

/** Undefined when nothing of the project runs. */
export async function findLiveWard(deps: LiveWardDeps, project: Project): Promise<LiveSystem | undefined> {
  const ward = await deps.store.read.wards.byId(project.id)
  if (ward?.desired !== 'running') return undefined
  const { file } = await deps.projects.readRulesAt(project, ward.wanted.commit)
  const delaySec = file?.service?.restartDelaySec
  return {
    ...(delaySec !== undefined && { restartDelayMs: delaySec * 1000 }),
    rehearse: ({ change }, signal) => rehearse(deps, project, change, signal),
    needsRestart: async ({ change }) => (await serviceOf(deps, project, change.head)) !== undefined,
    tend: ({ change }) => tend(deps, project, change),
    retreat: ({ change }) => retreat(deps, project, change),
  }
}

async function serviceOf(
  { projects }: WardDeps,
  project: Project,
  commit: string,
): Promise<ServiceRules | undefined> {
  return (await projects.readRulesAt(project, commit)).file?.service
}

async function rehearse(
  deps: WardDeps,
  project: Project,
  { id, head }: Change,
  signal: AbortSignal,
): Promise<Tried> {
  const rules = await serviceOf(deps, project, head)
  if (!rules) return { kind: 'passed' }
  const { folder, readable } = await deps.ground.buildTree(project, id, head)
  const place = await deps.wardGround.placeTrial(id)
  const tree = { folder, readable, data: place.data }
  const wanted = await composeVersion(deps, { key: head, rules, tree, mark: place.mark })
  const tried = await deps.wardGround.tryVersion(id, { port: 0, wanted, reserve: null, tries: 0 }, signal)
  await deps.ground.clearTree(id)
  return tried.kind === 'failed' ? { ...tried, why: `its service ${tried.why}` } : tried
}

async function tend(deps: LiveWardDeps, project: Project, { adopted }: Change): Promise<Soak> {
  const ward = await deps.store.read.wards.byId(project.id)
  if (!adopted || ward?.desired !== 'running') return { kind: 'good' }
  if (ward.wanted.commit !== adopted.to) {
    await changeWard(deps, project.id, ({ wanted }) => ({
      wanted: { commit: adopted.to, serial: wanted.serial + 1 },
      reserve: wanted,
    }))
    deps.wake()
    return { kind: 'soaking' }
  }
  const soak = await judge(deps, project, ward)
  if (soak.kind === 'good') await changeWard(deps, project.id, () => ({ reserve: null }))
  return soak
}

async function judge(deps: LiveWardDeps, project: Project, ward: Ward): Promise<Soak> {
  const state = await deps.wardGround.readState(ward.id)
  const key = keyOf(ward.wanted)
  if (state?.refused?.key === key) return { kind: 'sick', why: `its service ${state.refused.why}` }
  const child = state?.children.find((one) => one.key === key)
  if (state && state.gaveUp !== null && ward.reserve === null && !child)
    return { kind: 'sick', why: `its service ${state.gaveUp}` }
  if (!state || state.serving !== key || !child?.isReady) return { kind: 'soaking' }
  const soakMs = ((await serviceOf(deps, project, ward.wanted.commit))?.soakSec ?? 0) * 1000
  const isLong = deps.clock.nowMs() - state.servingSince >= soakMs
  return isLong && child.good >= SOAK_PROBES ? { kind: 'good' } : { kind: 'soaking' }
}

/** Sick: what ran before, which is still there. By hand: the main branch without it. */
async function retreat(deps: LiveWardDeps, project: Project, change: Change): Promise<boolean> {
  const { adopted, undone, sick } = change
  const ward = await deps.store.read.wards.byId(project.id)
  if (!adopted || ward?.desired !== 'running') return true
  const goal = sick === null ? (undone?.to ?? adopted.from) : adopted.from
  const isThere = sick === null ? ward.wanted.commit === goal : ward.wanted.commit !== adopted.to
  if (!isThere) {
    await changeWard(deps, project.id, ({ wanted, reserve }) => ({
      wanted: (sick === null ? null : reserve) ?? { commit: goal, serial: wanted.serial + 1 },
      reserve: null,
    }))
    deps.wake()
    return false
  }
  const state = await deps.wardGround.readState(ward.id)
  const key = keyOf(ward.wanted)
  return state?.serving === key && state.children.some((one) => one.key === key && one.isReady)
}
