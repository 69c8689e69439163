// The part of the history that is known, as pages of it come in: in order, each event once, and without a hole. Pure.
import type { Event } from '../../../protocol/event.ts'

export interface Known {
  readonly events: readonly Event[]
  /** From where older ones are asked for; null when there are none. */
  readonly next: string | null
}

/** The newest page again. When it does not reach back to what is known, there is a hole: then only it is known. */
export function addNewest(known: Known, page: Known): Known {
  const first = page.events[0]?.seq ?? Infinity
  const last = known.events.at(-1)?.seq
  if (last === undefined || (page.next !== null && first > last)) return page
  return { events: [...known.events.filter(({ seq }) => seq < first), ...page.events], next: known.next }
}

export function addOlder(known: Known, page: Known): Known {
  const first = known.events[0]?.seq ?? Infinity
  return { events: [...page.events.filter(({ seq }) => seq < first), ...known.events], next: page.next }
}
