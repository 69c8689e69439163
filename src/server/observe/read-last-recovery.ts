// The last failure or recovery that the watchdog told of.
import { z } from 'zod'
import type { EventLogReader } from '../../core/events/event-log.ts'
import type { Status } from '../../protocol/machine/status.ts'

/** Between two recoveries it says little else. */
const LOOKED_AT = 50

const Recovery = z.object({
  kind: z.enum(['failed', 'recovered']),
  detail: z.object({
    at: z.string(),
    cause: z.string(),
    by: z.string().optional(),
    next: z.string().optional(),
  }),
})

export async function readLastRecovery(events: EventLogReader): Promise<Status['lastRecovery']> {
  const range = { after: 0, before: Number.MAX_SAFE_INTEGER, types: ['watchdog.acted'], limit: LOOKED_AT }
  const acts = await events.within(range)
  const last = acts.map(({ data }) => Recovery.safeParse(data)).findLast(({ success }) => success)?.data
  if (!last) return null
  const { at, cause, by, next } = last.detail
  return { at, cause, ...(by !== undefined && { by }), ...(next !== undefined && { trying: next }) }
}
