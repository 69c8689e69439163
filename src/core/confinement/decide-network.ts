// Which network an agent is started with, or that it is not started. Pure.
import type { SandboxMode } from '../../protocol/agents/sandbox.ts'
import type { ConfineSettings } from './confine-settings.ts'
import type { NetworkState } from './network.ts'

export interface NetworkQuestion {
  readonly mode: SandboxMode
  readonly network: ConfineSettings['network']
  /** Whether agents can have a network of their own here. Only asked for `open`. */
  readonly state?: NetworkState | undefined
}

export type NetworkVerdict =
  | { readonly kind: 'own' | 'none' | 'listed' }
  /** `why` is shown wherever the agent is shown. */
  | { readonly kind: 'host'; readonly why: string }
  | { readonly kind: 'refused'; readonly why: string; readonly hint: string }

export function decideNetwork({ mode, network, state }: NetworkQuestion): NetworkVerdict {
  if (network === 'none' || network === 'listed') return { kind: network }
  if (network === 'host') return { kind: 'host', why: 'agents.confine.network is host' }
  if (state?.kind === 'works') return { kind: 'own' }
  const detail = state?.detail ?? 'it was not tried'
  // With `auto` the owner has said that agents may run with less where the machine can't do more.
  if (mode === 'auto') return { kind: 'host', why: detail }
  return {
    kind: 'refused',
    why: `agents have a network of their own, and that does not work here: ${detail}`,
    hint: state?.hint ?? 'see docs/operating.md, "Sandbox"',
  }
}
