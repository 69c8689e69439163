// The newest part of the history: in order, without gaps, each number once, and never more than a page can bear.
import type { Event } from '../../protocol/event.ts'

const EVENTS_MAX = 1000

/** What follows on the window; numbers that are there already are left out. */
export function addEvents(events: readonly Event[], more: readonly Event[]): readonly Event[] {
  const last = events.at(-1)?.seq ?? 0
  const fresh = more.filter(({ seq }) => seq > last)
  return fresh.length === 0 ? events : [...events, ...fresh].slice(-EVENTS_MAX)
}
