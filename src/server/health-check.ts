// The answer to `GET /api/webhooks/health`, from probes of every part.
import { makeTmuxProbe } from '../adapters/tmux/tmux-probe.ts'
import type { Clock } from '../core/clock.ts'
import type { FrontEndKeeper } from '../core/front-end/front-end-keeper.ts'
import type { PageFaults } from '../core/front-end/page-faults.ts'
import { judgeHealth } from '../core/health/judge-health.ts'
import { observeParts, oneAtATime, type HealthProbe } from '../core/health/observe-parts.ts'
import type { SlowWatch } from '../core/health/slow-watch.ts'
import type { Store } from '../core/store.ts'
import type { Terminals } from '../core/terminals/terminals.ts'
import { describeSlowness } from '../protocol/releases/describe-slowness.ts'
import type { ComponentHealth, Health, Slowness } from '../protocol/health.ts'
import { makeFrontEndProbe } from './observe/front-end-probe.ts'
import { observeRoom } from './observe/observe-room.ts'
import { readReleaseState } from './observe/release-state.ts'

export type HealthCheck = () => Promise<Health>

interface HealthDeps {
  readonly clock: Clock
  readonly store: Store
  readonly home: string
  readonly webRoot: string
  readonly frontEnd: FrontEndKeeper
  readonly pageFaults: PageFaults
  readonly agents: { readonly terminals: Pick<Terminals, 'observe'> }
  readonly release: { readonly id: string }
  readonly isLeading: () => boolean
  readonly slow: Pick<SlowWatch, 'current'>
}

export function makeHealthCheck(deps: HealthDeps): HealthCheck {
  const { clock, store, home, release, isLeading, slow } = deps
  const startedMs = clock.monotonicMs()
  const probes = {
    store: oneAtATime(makeStoreProbe(store, home, isLeading), clock),
    tmux: oneAtATime(makeTmuxProbe(clock, makeAgentsObserver(deps)), clock),
    frontend: oneAtATime(makeFrontEndProbe(deps), clock),
  }
  return async () => {
    const seen = await observeParts(probes, clock, () => slow.current() !== null)
    const late = slow.current()
    const parts = late?.part === 'store' ? { ...seen, store: addSlowness(seen.store, late) } : seen
    return {
      status: judgeHealth(parts, late !== null),
      api: late?.part === 'server' ? 'degraded' : 'healthy',
      ...parts,
      ...(late && { slow: late }),
      release: { id: release.id, state: readReleaseState(home, release.id) },
      pid: process.pid,
      uptimeSec: Math.round(clock.monotonicMs() - startedMs) / 1000,
    }
  }
}

/** What is wrong with it besides matters more. */
function addSlowness(store: ComponentHealth, late: Slowness): ComponentHealth {
  return store.status === 'healthy' ? { status: 'degraded', detail: describeSlowness(late) } : store
}

/** Whether our tmux answers matters to who leads, and only once there are agents: without them it does not even run. */
function makeAgentsObserver({ store, agents, isLeading }: HealthDeps): Pick<Terminals, 'observe'> {
  return {
    async observe() {
      const isNeeded = isLeading() && (await store.read.agents.all()).length > 0
      return isNeeded ? agents.terminals.observe() : { kind: 'seen', panes: [] }
    },
  }
}

/** An empty write takes its turn like any other: it finds a lost file, a stuck writer and a closed store. */
function makeStoreProbe(store: Store, home: string, isLeading: () => boolean): HealthProbe {
  return async () => {
    if (isLeading()) await store.write(() => Promise.resolve())
    await store.read.events.head()
    return observeRoom(home)
  }
}
