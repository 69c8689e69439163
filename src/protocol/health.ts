// The sacred answer (CONTRACT.md): read by the watchdog, by load balancers and by people in trouble.
import { z } from 'zod'

export const Verdict = z.enum(['healthy', 'degraded', 'unhealthy'])
export type Verdict = z.infer<typeof Verdict>

export const ComponentHealth = z.object({ status: Verdict, detail: z.string().optional() })
export type ComponentHealth = z.infer<typeof ComponentHealth>

const ReleaseInfo = z.object({ id: z.string(), state: z.enum(['trying', 'good', 'bad']) })

export const Health = z.object({
  status: Verdict,
  api: Verdict,
  frontend: ComponentHealth,
  store: ComponentHealth,
  tmux: ComponentHealth,
  release: ReleaseInfo,
  pid: z.number().int(),
  uptimeSec: z.number(),
})
export type Health = z.infer<typeof Health>
