// Whether an agent is started in the sandbox, and if not, why: that stands wherever the agent is shown.
import { requireSandbox, type SandboxDeps } from '../confinement/require-sandbox.ts'
import type { AgentConfinement, AgentRecord } from './agent-record.ts'

/** Throws when it would have to run without a sandbox and no person has said so. */
export async function chooseConfinement(
  deps: SandboxDeps,
  { sandbox }: Pick<AgentRecord, 'sandbox'>,
): Promise<AgentConfinement> {
  const why = await requireSandbox(deps, 'agents', sandbox)
  return { confined: why === null, why }
}
