// Looks after changes that are under way, while we lead: one at a time in each project, the oldest first; several projects at once.
// What another server has left half done is taken up here.
import type { ChangeId, ProjectName } from '../../protocol/ids.ts'
import { forgetOldChanges } from './forget-old-changes.ts'
import { inTurn } from '../../lib/in-turn.ts'
import { tendReviews } from './review/tend-reviews.ts'
import type { RunDeps } from './run-deps.ts'
import { runChange, UNDER_WAY } from './run-change.ts'

const TICK_MS = 1000
const TIDY_EVERY_MS = 3600_000

export interface ChangeKeeper {
  /** There may be something new to do. */
  wake(): void
  /** It was called off: nobody waits for its check any more. */
  drop(id: ChangeId): void
  /** Resolves when nothing of it is under way any more; whoever leads next goes on. */
  stop(): Promise<void>
}

interface Running {
  readonly id: ChangeId
  readonly cut: AbortController
  readonly over: Promise<void>
}

export function keepChanges(deps: RunDeps): ChangeKeeper {
  const running = new Map<ProjectName, Running>()
  let isStopped = false
  let cancelTick: (() => void) | undefined
  const tend = inTurn(async () => {
    if (!isStopped) await tendReviews(deps)
  })
  const begin = async () => {
    await tend()
    if (isStopped) return
    for (const change of await deps.store.read.changes.inStates(UNDER_WAY)) {
      if (running.has(change.project)) continue
      const cut = new AbortController()
      const over = runChange(deps, change, cut.signal)
        .catch((error: unknown) => deps.onError(error, `working on ${change.id}`))
        .finally(() => void running.delete(change.project))
      running.set(change.project, { id: change.id, cut, over })
    }
  }
  let tidyAtMs = 0
  const tidy = () => {
    if (deps.clock.monotonicMs() < tidyAtMs) return
    tidyAtMs = deps.clock.monotonicMs() + TIDY_EVERY_MS
    void forgetOldChanges(deps).catch((error: unknown) => deps.onError(error, 'tidying up old changes'))
  }
  const look = () =>
    void begin().catch((error: unknown) => deps.onError(error, 'looking for changes to work on'))
  const tick = () => {
    look()
    tidy()
    if (!isStopped) cancelTick = deps.clock.after(TICK_MS, tick)
  }
  tick()
  return {
    wake: look,
    drop(id) {
      for (const one of running.values()) if (one.id === id) one.cut.abort()
    },
    async stop() {
      isStopped = true
      cancelTick?.()
      for (const { cut } of running.values()) cut.abort()
      await tend()
      await Promise.all([...running.values()].map(({ over }) => over))
    },
  }
}
