// Who waits right now for a request to be decided: hooks and clients that hold a connection. They are woken by what is committed,
// and sent away when this server stops, to ask the next one.
import type { Clock } from '../../core/clock.ts'
import type { Event } from '../../protocol/event.ts'

interface Wait {
  readonly limitMs: number
  readonly signal: AbortSignal
  /** Asked once we listen, so that no decision falls in between. */
  readonly isWaiting: () => Promise<boolean>
}

export interface ApprovalWaits {
  /** Resolves when it is decided, after so long, when `signal` aborts, or when we stop. */
  until(id: string, wait: Wait): Promise<void>
  /** When somebody last asked for it, on the clock that never goes back; undefined when nobody has, here. */
  lastAskedMs(id: string): number | undefined
  hear(events: readonly Event[]): void
  endAll(): void
}

export function makeApprovalWaits(clock: Clock): ApprovalWaits {
  const waiting = new Map<string, Set<() => void>>()
  const asked = new Map<string, number>()
  let isOver = false
  const wakeAll = (id: string) => {
    for (const wake of waiting.get(id) ?? []) wake()
  }
  return {
    async until(id, { limitMs, signal, isWaiting }) {
      asked.set(id, clock.monotonicMs())
      if (isOver || signal.aborted) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const wake = () => resolve()
      const others = waiting.get(id) ?? new Set()
      waiting.set(id, others.add(wake))
      signal.addEventListener('abort', wake)
      const cancel = clock.after(limitMs, wake)
      try {
        if (await isWaiting()) await promise
      } finally {
        cancel()
        signal.removeEventListener('abort', wake)
        others.delete(wake)
        if (others.size === 0) waiting.delete(id)
        if (asked.has(id)) asked.set(id, clock.monotonicMs())
      }
    },
    lastAskedMs: (id) => (waiting.has(id) ? clock.monotonicMs() : asked.get(id)),
    hear(events) {
      for (const { type, data } of events) {
        const id = String(data['id'])
        if (!type.startsWith('approval.')) continue
        wakeAll(id)
        // What is decided is no longer watched.
        if (type !== 'approval.asked') asked.delete(id)
      }
    },
    endAll() {
      isOver = true
      for (const id of waiting.keys()) wakeAll(id)
    },
  }
}
