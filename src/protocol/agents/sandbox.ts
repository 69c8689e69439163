// Whether agents can be put into a sandbox on this machine, as the outside sees it.
import { z } from 'zod'

export const SandboxMode = z.enum(['always', 'required', 'auto', 'off'])
export type SandboxMode = z.infer<typeof SandboxMode>

export const SandboxStatus = z.object({
  mode: SandboxMode,
  state: z.enum(['works', 'missing', 'off']),
  /** Why there is none; null when it works. */
  detail: z.string().nullable(),
  /** The command that mends it; null when there is nothing to mend. */
  hint: z.string().nullable(),
  /** By what the limits of sandboxes hold here; only where one works. */
  limits: z.string().optional(),
})
export type SandboxStatus = z.infer<typeof SandboxStatus>
