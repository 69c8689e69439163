// The event log's ports. Appending happens inside `store.write` only, so that no state changes without its event (P10).
import type { Event, NewEvent } from '../../protocol/event.ts'

/** A piece of the history: what lies between two numbers, without them. */
export interface EventRange {
  readonly after: number
  /** With it, the newest below it; without, the oldest after `after`. */
  readonly before?: number | undefined
  /** Exact types, or `agent.*` for all that begin with `agent.`; all types when it is not said. */
  readonly types?: readonly string[] | undefined
  readonly limit: number
}

export interface EventLogReader {
  /** Events after `seq` in order, at most `limit`. */
  after(seq: number, limit: number): Promise<Event[]>
  /** Events of a range in order, at most `limit`; the cost grows with those that are given back, not with the history. */
  within(range: EventRange): Promise<Event[]>
  /** The newest events in order, at most `limit`. */
  newest(limit: number): Promise<Event[]>
  /** The highest sequence number, 0 when there is none. */
  head(): Promise<number>
}

export interface EventLogWriter {
  /** With a key that an event has already, that one is meant and nothing is added. */
  append(event: NewEvent, key?: string): Promise<Event>
}
