// The event log's ports. Appending happens inside `store.write` only, so that no state changes without its event (P10).
import type { Event, NewEvent } from '../../protocol/event.ts'

export interface EventLogReader {
  /** Events after `seq` in order, at most `limit`. */
  after(seq: number, limit: number): Promise<Event[]>
  /** The newest events in order, at most `limit`. */
  newest(limit: number): Promise<Event[]>
  /** The highest sequence number, 0 when there is none. */
  head(): Promise<number>
}

export interface EventLogWriter {
  /** With a key that an event has already, that one is meant and nothing is added. */
  append(event: NewEvent, key?: string): Promise<Event>
}
