// Keeps the services of projects as they are wanted, while we lead. They live in tmux and outlive us: who comes next finds them by
// their tags.
import type { ProjectId } from '../../protocol/ids.ts'
import type { Project } from '../../protocol/projects/project.ts'
import type { Ward } from '../../protocol/wards/ward.ts'
import type { PaneSight } from '../terminals/terminals.ts'
import { findWards } from './find-wards.ts'
import { tendWard } from './tend-ward.ts'
import type { WardDeps } from './ward-deps.ts'

const TICK_MS = 500
/** What stands on main branches is looked at when something happened, and so often. */
const LOOK_MS = 15_000

export interface WardKeeper {
  /** Something was asked, or a project came. */
  wake(): void
  stop(): Promise<void>
}

/** What is remembered between two looks at a service. */
export interface WardMemory {
  /** The versions that its porter was told of. */
  ordered: string
  /** Its main branch names one. */
  isNamed: boolean
}

export function keepWards(deps: WardDeps): WardKeeper {
  const memory = new Map<ProjectId, WardMemory>()
  let lookedMs = Number.NEGATIVE_INFINITY
  let isStopped = false
  let cancelTick: (() => void) | undefined
  let last: Promise<void> = Promise.resolve()
  const round = async () => {
    if (isStopped) return
    const projects = await deps.store.read.projects.list({ all: false })
    if (deps.clock.monotonicMs() - lookedMs >= LOOK_MS) {
      lookedMs = deps.clock.monotonicMs()
      await findWards(deps, projects, memory)
    }
    const wards = await deps.store.read.wards.all()
    if (wards.length === 0) return
    const sight = await deps.terminals.observe()
    await Promise.all(wards.map((ward) => tendOne(deps, ward, projects, sight, memory)))
  }
  const look = () => {
    last = last.then(round).catch((error: unknown) => deps.onError(error, 'looking after services'))
  }
  const tick = () => {
    look()
    if (!isStopped) cancelTick = deps.clock.after(TICK_MS, tick)
  }
  tick()
  return {
    wake() {
      lookedMs = Number.NEGATIVE_INFINITY
      look()
    },
    async stop() {
      isStopped = true
      cancelTick?.()
      await last
    },
  }
}

/** Each on its own: one service's trouble is not another's. */
async function tendOne(
  deps: WardDeps,
  ward: Ward,
  projects: readonly Project[],
  sight: PaneSight,
  memory: Map<ProjectId, WardMemory>,
): Promise<void> {
  const own = memory.get(ward.id) ?? { ordered: '', isNamed: true }
  memory.set(ward.id, own)
  const project = projects.find(({ id }) => id === ward.id)
  const panes =
    sight.kind === 'unknown' ? 'unknown' : sight.panes.filter(({ owner }) => owner?.agent === ward.id)
  try {
    await tendWard(deps, { ward, project, panes, memory: own })
  } catch (error) {
    deps.onError(error, `looking after the service of ${ward.project}`)
  }
}
