// Does an agent's own record of its conversation hold a delivery? It does when the agent was given it, whatever hooks said.
import type { DeliveryId } from '../../../protocol/ids.ts'
import type { AgentDeps } from '../../agents/agent-deps.ts'
import type { AgentRecord } from '../../agents/agent-record.ts'
import { locateTranscript } from '../../agents/locate-transcript.ts'

type Deps = Pick<AgentDeps, 'runtimes' | 'files' | 'environment' | 'transcripts'>

/** Null when there is no record to look into. */
export async function findInTranscript(
  deps: Deps,
  record: AgentRecord,
  delivery: DeliveryId,
): Promise<boolean | null> {
  const found = await locateTranscript(deps, record)
  return found && deps.transcripts.holds(found.path, found.folder, delivery)
}
