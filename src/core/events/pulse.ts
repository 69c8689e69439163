// Tells waiting readers that the log grew, and keeps its newest events at hand for them.
import { makeRing } from '../../lib/ring.ts'
import type { Event } from '../../protocol/event.ts'

/** Covers a client's short absence without touching the database. */
const RECENT_EVENTS = 2048

export interface Pulse {
  /** Called after a commit with its events, in order. */
  publish(events: readonly Event[]): void
  /** Events after `seq`, or undefined when only the database reaches back that far. */
  recentAfter(seq: number, limit: number): Event[] | undefined
  /** How often something was published. Read it before the log, so that `changedSince` misses nothing. */
  beats(): number
  /** Resolves once `beats()` is past `seen`, or when `signal` aborts. */
  changedSince(seen: number, signal: AbortSignal): Promise<void>
}

export function makePulse(): Pulse {
  const recent = makeRing<Event>(RECENT_EVENTS)
  const waiting = new Set<() => void>()
  let beats = 0
  return {
    publish(events) {
      if (events.length === 0) return
      for (const event of events) recent.push(event)
      beats += 1
      for (const wake of waiting) wake()
    },
    recentAfter: (seq, limit) => recent.after(seq, limit),
    beats: () => beats,
    async changedSince(seen, signal) {
      if (signal.aborted || beats > seen) return
      const { promise, resolve: wake } = Promise.withResolvers<void>()
      const onAbort = () => wake()
      waiting.add(wake)
      signal.addEventListener('abort', onAbort)
      await promise
      waiting.delete(wake)
      signal.removeEventListener('abort', onAbort)
    },
  }
}
