// Whether an agent is started in the sandbox and with which network. What it has less than it could stands wherever it is shown.
import { requireNetwork, type NetworkDeps } from '../confinement/require-network.ts'
import { requireSandbox, type SandboxDeps } from '../confinement/require-sandbox.ts'
import type { AgentConfinement, AgentRecord } from '../agents/agent-record.ts'

/** Throws when it would have to run without a sandbox, or on the host's network, and no person has said so. */
export async function chooseConfinement(
  deps: SandboxDeps & NetworkDeps,
  { sandbox }: Pick<AgentRecord, 'sandbox'>,
): Promise<AgentConfinement> {
  const why = await requireSandbox(deps, 'agents', sandbox)
  if (why !== null) return { confined: false, why, network: 'host' }
  const { kind } = await requireNetwork(deps)
  return { confined: true, why: null, network: kind }
}
