import { z } from 'zod'

/** A moment as ISO 8601 in UTC with milliseconds: readable, and sorted as text it is sorted by time. */
export const Timestamp = z.iso.datetime({ precision: 3 }).brand<'Timestamp'>()
export type Timestamp = z.infer<typeof Timestamp>

export function timestampFromMs(ms: number): Timestamp {
  return new Date(ms).toISOString() as Timestamp
}

/** The day in UTC, wherever the machine is. */
export function dayOf(at: Timestamp): string {
  return at.slice(0, 10)
}
