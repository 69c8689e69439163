// What the home of cmux takes of the disk, and which parts of it take how much.
import { z } from 'zod'
import { Timestamp } from '../timestamp.ts'

export const HomePart = z.object({
  /** What it is in the words of people, such as `backups`. */
  name: z.string(),
  bytes: z.number().int(),
  /** False: there is so much in it that not all was looked at, and it takes more. */
  complete: z.boolean(),
})
export type HomePart = z.infer<typeof HomePart>

export const HomeSpace = z.object({
  measuredAt: Timestamp,
  bytes: z.number().int(),
  budgetBytes: z.number().int(),
  /** The largest first. */
  parts: z.array(HomePart),
})
export type HomeSpace = z.infer<typeof HomeSpace>
