// Runtimes: the kinds of agents that cmux can run, and what it knows of each on this machine.
import { z } from 'zod'

const RUNTIMES = ['claude', 'codex', 'gemini', 'opencode', 'shell', 'demo'] as const

export const RuntimeName = z.enum(RUNTIMES)
export type RuntimeName = z.infer<typeof RuntimeName>

/** Anything but `ready` comes with what to do about it. */
export const RuntimeState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), program: z.string(), version: z.string() }),
  z.object({
    kind: z.enum(['missing', 'too old', 'not logged in', 'broken']),
    detail: z.string(),
    hint: z.string(),
  }),
])
export type RuntimeState = z.infer<typeof RuntimeState>
