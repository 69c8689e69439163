// The sacred answer (CONTRACT.md): read by the watchdog, by load balancers and by people in trouble.
import { z } from 'zod'
import { Timestamp } from './timestamp.ts'

export const Verdict = z.enum(['healthy', 'degraded', 'unhealthy'])
export type Verdict = z.infer<typeof Verdict>

export const ComponentHealth = z.object({ status: Verdict, detail: z.string().optional() })
export type ComponentHealth = z.infer<typeof ComponentHealth>

const SlowCause = z.enum(['disk', 'memory', 'processor', 'own work', 'unknown'])
export type SlowCause = z.infer<typeof SlowCause>

/** Answers are late, and nobody is at fault but the machine, or much work of our own. */
export const Slowness = z.object({
  part: z.enum(['store', 'server']),
  /** The longest so far. */
  delayMs: z.number(),
  /** The most likely one. */
  cause: SlowCause,
  since: Timestamp,
})
export type Slowness = z.infer<typeof Slowness>

const ReleaseInfo = z.object({ id: z.string(), state: z.enum(['trying', 'good', 'bad']) })

export const Health = z.object({
  status: Verdict,
  api: Verdict,
  frontend: ComponentHealth,
  store: ComponentHealth,
  tmux: ComponentHealth,
  /** Only while it is so. */
  slow: Slowness.optional(),
  release: ReleaseInfo,
  pid: z.number().int(),
  uptimeSec: z.number(),
})
export type Health = z.infer<typeof Health>
