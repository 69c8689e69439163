// A release: code that was bundled once and never changes, and how far the watchdog trusts it.
import { z } from 'zod'

export const ReleaseId = z
  .string()
  .regex(/^[\w-]{1,80}$/)
  .brand<'ReleaseId'>()

export const Release = z.object({
  id: z.string(),
  state: z.enum(['good', 'trying', 'bad']),
  current: z.boolean(),
  /** There is a report of its last rehearsal. */
  rehearsed: z.boolean(),
})
export type Release = z.infer<typeof Release>
