// The history as an auditor reads it, and whether it is still what was written.
import { z } from 'zod'
import { Event, EventsQuery } from './event.ts'
import { AgentName } from './ids.ts'
import { Timestamp } from './timestamp.ts'

/** An event with whom it concerns, and the hash over it and everything before it; null before there were hashes. */
export const AuditEntry = Event.extend({
  // Loose where the history may have been tampered with: it is to be shown all the same.
  seq: z.number(),
  at: z.string(),
  agent: z.string().nullable(),
  generation: z.number().nullable(),
  hash: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const Moment = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text).toISOString())
  .pipe(Timestamp)

export const AuditQuery = EventsQuery.extend({
  agent: AgentName.optional(),
  actor: z.string().min(1).max(200).optional(),
  from: Moment.optional(),
  to: Moment.optional(),
  /** `jsonl` gives everything after `after` that fits, a line each; `limit` is for pages. */
  format: z.enum(['json', 'jsonl']).optional(),
})
export type AuditQuery = z.infer<typeof AuditQuery>

export const VerificationQuery = EventsQuery.pick({ after: true })

export const AuditVerification = z.object({
  /** Up to here the history is what was written. */
  checkedTo: z.number().int(),
  head: z.number().int(),
  /** The hash over the whole history; null when it was not followed to its end. */
  hash: z.string().nullable(),
  complete: z.boolean(),
  broken: z
    .object({
      kind: z.enum(['missing', 'changed', 'unsealed', 'rewritten', 'cut']),
      first: z.number().int(),
      last: z.number().int(),
    })
    .nullable(),
  /** Events without a hash of their own, covered by seals. */
  loose: z.number().int(),
  anchors: z.number().int(),
})
export type AuditVerification = z.infer<typeof AuditVerification>
