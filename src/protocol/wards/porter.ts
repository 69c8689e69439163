// What is said between the server and the porter of a service, in two files of one folder: `order.json` to it, `state.json` from
// it. A porter outlives servers, so what either side writes is only ever added to.
import { z } from 'zod'

const Version = z.object({
  /** Another key is another start, also of the same commit. */
  key: z.string(),
  folder: z.string(),
  command: z.tuple([z.string()], z.string()),
  /** All of it, but for the port. */
  environment: z.record(z.string(), z.string()),
  /** A path that answers 2xx when it is well. Null: what lives is well, and has the port to itself. */
  health: z.string().nullable(),
  readyMs: z.number(),
  probeMs: z.number(),
})
export type Version = z.infer<typeof Version>

export const PorterOrder = z.object({
  /** Where people reach it; 0 picks a free one. */
  port: z.number().int(),
  wanted: Version,
  /** Stays beside it, if it runs: one goes back to it when the wanted one gets sick. */
  reserve: Version.nullable(),
  /** So often it is started again before a person is needed. */
  tries: z.number().int(),
})
export type PorterOrder = z.infer<typeof PorterOrder>

const PorterChild = z.object({
  key: z.string(),
  pid: z.number().int(),
  port: z.number().int(),
  isReady: z.boolean(),
  /** Good probes in a row, up to a hundred. */
  good: z.number().int(),
})

export const PorterState = z.object({
  pid: z.number().int(),
  port: z.number().int(),
  /** Of whom requests are answered. */
  serving: z.string().nullable(),
  /** In milliseconds since 1970. */
  servingSince: z.number(),
  children: z.array(PorterChild),
  /** The wanted one that got sick while there was a reserve. */
  refused: z.object({ key: z.string(), why: z.string() }).nullable(),
  /** How often it was started again since it was ordered, and why the last time. */
  falls: z.number().int(),
  lastFall: z.string().nullable(),
  /** It is not started any more. */
  gaveUp: z.string().nullable(),
})
export type PorterState = z.infer<typeof PorterState>
