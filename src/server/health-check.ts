// The answer to `GET /api/webhooks/health`, from probes of every part.
import { makeTmuxProbe } from '../adapters/tmux/tmux-probe.ts'
import type { Clock } from '../core/clock.ts'
import type { FrontEndKeeper } from '../core/front-end/front-end-keeper.ts'
import { judgeHealth } from '../core/health/judge-health.ts'
import { observeParts, oneAtATime, type HealthProbe } from '../core/health/observe-parts.ts'
import type { Store } from '../core/store.ts'
import type { Health } from '../protocol/health.ts'
import { makeFrontEndProbe } from './front-end-probe.ts'
import { observeRoom } from './observe-room.ts'
import { readReleaseState } from './release-state.ts'

export type HealthCheck = () => Promise<Health>

export function makeHealthCheck(deps: {
  readonly clock: Clock
  readonly store: Store
  readonly home: string
  readonly webRoot: string
  readonly frontEnd: FrontEndKeeper
  readonly release: { readonly id: string }
  readonly isLeading: () => boolean
}): HealthCheck {
  const { clock, store, home, webRoot, frontEnd, release, isLeading } = deps
  const startedMs = clock.monotonicMs()
  const probes = {
    store: oneAtATime(makeStoreProbe(store, home, isLeading)),
    tmux: oneAtATime(makeTmuxProbe(clock)),
    frontend: oneAtATime(makeFrontEndProbe(webRoot, frontEnd)),
  }
  return async () => {
    const parts = await observeParts(probes, clock)
    return {
      status: judgeHealth(parts),
      api: 'healthy',
      ...parts,
      release: { id: release.id, state: readReleaseState(home, release.id) },
      pid: process.pid,
      uptimeSec: Math.round(clock.monotonicMs() - startedMs) / 1000,
    }
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
