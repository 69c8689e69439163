// Whether something that an agent wrote, or an agent itself, is started in the sandbox, without one, or not at all. Pure.
import type { ConfinementState } from './confinement.ts'
import type { ConfineSettings } from './confine-settings.ts'

export type SandboxVerdict =
  | { readonly kind: 'sandboxed' }
  /** Without a sandbox, because a person said so. `why` is shown wherever the process is shown. */
  | { readonly kind: 'bare'; readonly why: string }
  | { readonly kind: 'refused'; readonly why: string; readonly hint?: string }

export interface SandboxQuestion {
  readonly mode: ConfineSettings['mode']
  /** What is to be started, in the plural: `agents`, `checks`. */
  readonly what: string
  /** False: a person asked for this one to be started without a sandbox. */
  readonly wanted: boolean
  /** Whether the sandbox works on this machine. Not asked where the answer does not count. */
  readonly state?: ConfinementState | undefined
}

export function decideSandbox({ mode, what, wanted, state }: SandboxQuestion): SandboxVerdict {
  if (mode === 'off') return { kind: 'bare', why: 'agents.confine.mode is off' }
  if (!wanted && mode === 'always')
    return {
      kind: 'refused',
      why: `${what} run in a sandbox without exception: agents.confine.mode is always`,
    }
  if (!wanted) return { kind: 'bare', why: 'spawned with --no-sandbox' }
  if (state?.kind === 'works') return { kind: 'sandboxed' }
  const detail = state?.detail ?? 'nobody has looked whether one works here'
  if (mode === 'auto') return { kind: 'bare', why: detail }
  return {
    kind: 'refused',
    why: `${what} run in a sandbox, and ${detail}`,
    ...(state && { hint: state.hint }),
  }
}
