// How the sandbox of this machine is told in `status`, `next`, `doctor` and after `up`.
import type { SandboxStatus } from '../../protocol/agents/sandbox.ts'
import { decideNetwork } from './decide-network.ts'
import type { NetworkDeps } from './require-network.ts'
import type { LimitsInForce } from './sandbox-limits.ts'
import type { SandboxDeps } from './require-sandbox.ts'

export async function observeSandboxStatus({
  confinement,
  confine: { mode, network },
}: SandboxDeps & NetworkDeps): Promise<SandboxStatus> {
  if (mode === 'off') return { mode, state: 'off', detail: 'agents.confine.mode is off', hint: null }
  const state = await confinement.examine()
  if (state.kind === 'missing') return { mode, state: 'missing', detail: state.detail, hint: state.hint }
  const found = network === 'open' ? await confinement.examineNetwork() : undefined
  const verdict = decideNetwork({ mode, network, state: found })
  if (verdict.kind === 'refused') return { mode, state: 'missing', detail: verdict.why, hint: verdict.hint }
  const limits = state.limits && { limits: describeLimits(state.limits) }
  return { mode, state: 'works', detail: null, hint: null, ...limits }
}

const BY = { group: 'by a cgroup', process: 'by rlimit', none: 'not limited' } as const

function describeLimits({ processes, memory }: LimitsInForce): string {
  return `processes ${BY[processes]}, memory ${BY[memory]}`
}
