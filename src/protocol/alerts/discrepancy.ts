// Where what is written down and what is there differ, with the command that mends it.
import { z } from 'zod'
import { Timestamp } from '../timestamp.ts'

export const Discrepancy = z.object({
  /** The same while it lasts. */
  id: z.string(),
  /** Such as `workspace-orphan`. A newer server may know more. */
  kind: z.string(),
  says: z.string(),
  command: z.string(),
  /** `cmux doctor --fix` mends it: nothing is lost by that. */
  fixable: z.boolean(),
  since: Timestamp,
})
export type Discrepancy = z.infer<typeof Discrepancy>

export const Discrepancies = z.object({
  items: z.array(Discrepancy),
  next: z.null(),
  /** Null before the first look of this server. */
  lookedAt: Timestamp.nullable(),
})
export type Discrepancies = z.infer<typeof Discrepancies>

export const FixDiscrepancies = z.strictObject({
  /** Only these; else all that can be mended without loss. */
  ids: z.array(z.string().max(500)).max(1000).optional(),
})

export const FixedDiscrepancies = z.object({
  items: z.array(z.object({ id: z.string(), mended: z.boolean(), says: z.string() })),
  next: z.null(),
})
export type FixedDiscrepancies = z.infer<typeof FixedDiscrepancies>
