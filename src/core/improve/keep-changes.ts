// Looks after changes that are under way, while we lead: one at a time in each project, the oldest first; several projects at once.
// What another server has left half done is taken up here.
import type { ChangeState } from '../../protocol/change.ts'
import type { ChangeId, ProjectName } from '../../protocol/ids.ts'
import { runChange, type RunDeps } from './run-change.ts'

const UNDER_WAY: readonly ChangeState[] = ['queued', 'checking', 'adopting', 'rolling_back']
const TICK_MS = 1000

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

export function keepChanges(
  deps: RunDeps & { readonly onError: (error: unknown, doing: string) => void },
): ChangeKeeper {
  const running = new Map<ProjectName, Running>()
  let isStopped = false
  let cancelTick: (() => void) | undefined
  const begin = async () => {
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
  const look = () =>
    void begin().catch((error: unknown) => deps.onError(error, 'looking for changes to work on'))
  const tick = () => {
    look()
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
      await Promise.all([...running.values()].map(({ over }) => over))
    },
  }
}
