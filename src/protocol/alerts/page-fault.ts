// What the dashboard tells of itself: that something in it broke. It is bounded in every part; what breaks a page may be anything.
import { z } from 'zod'
import { PAGE_FAULT_LIMITS } from './page-fault-limits.ts'

/** An error that nothing caught, a rejected promise, a part that could not be loaded, and a page that draws nothing. */
const PageFaultKind = z.enum(['error', 'rejection', 'load', 'empty'])

export const PageFault = z.strictObject({
  /** The release that the page came with, as its answer said. */
  release: z.string().min(1).max(PAGE_FAULT_LIMITS.release),
  kind: PageFaultKind,
  message: z.string().min(1).max(PAGE_FAULT_LIMITS.message),
  /** A file of the page, with line and column where they are known. */
  where: z.string().max(PAGE_FAULT_LIMITS.where),
  /** The path that was shown; what stands behind a `?` stays in the browser. */
  page: z.string().max(PAGE_FAULT_LIMITS.page),
  /** How often since it was told last. */
  count: z.number().int().min(1).max(PAGE_FAULT_LIMITS.count),
})
export type PageFault = z.infer<typeof PageFault>
