// Does an agent's own record of its conversation hold a delivery? It does when the agent was given it, whatever hooks said.
import type { DeliveryId } from '../../protocol/ids.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import { locateTranscripts } from '../agents/locate-transcripts.ts'

type Deps = Pick<AgentDeps, 'runtimes' | 'files' | 'environment' | 'transcripts'>

/** Null when there is no record to look into. */
export async function findInTranscript(
  deps: Deps,
  record: AgentRecord,
  delivery: DeliveryId,
): Promise<boolean | null> {
  if (record.transcript === null) return null
  const folder = await locateTranscripts(deps, record)
  return folder === null ? null : deps.transcripts.holds(record.transcript, folder, delivery)
}
