// A rehearsal: a release tried on a copy of the data, forward, back to an older one, and forward again.
import { z } from 'zod'
import { Timestamp } from '../timestamp.ts'

export const RehearsalLeg = z.enum(['forward', 'back', 'forward again'])
export type RehearsalLeg = z.infer<typeof RehearsalLeg>

export const RehearsalStep = z.object({
  leg: RehearsalLeg,
  check: z.string(),
  /** Null when it could not be tried; `detail` says why. Only `false` refuses a release. */
  passed: z.boolean().nullable(),
  detail: z.string(),
  tookMs: z.number(),
})
export type RehearsalStep = z.infer<typeof RehearsalStep>

export const Rehearsal = z.object({
  candidate: z.string(),
  /** The release of the way back; null when there is none. */
  against: z.string().nullable(),
  /** Of the data that was copied; null when there was none. */
  schema: z.number().int().nullable(),
  passed: z.boolean(),
  at: Timestamp,
  tookMs: z.number(),
  steps: z.array(RehearsalStep),
})
export type Rehearsal = z.infer<typeof Rehearsal>
