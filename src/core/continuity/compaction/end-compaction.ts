// A conversation was shortened: nothing is left to be done about it.
import type { Timestamp } from '../../../protocol/timestamp.ts'
import type { AgentRecord } from '../../agents/agent-record.ts'
import type { StoreWriter } from '../../store.ts'

export async function endCompaction(
  { agents, events }: Pick<StoreWriter, 'agents' | 'events'>,
  { id, name, generation, compaction }: Pick<AgentRecord, 'id' | 'name' | 'generation' | 'compaction'>,
  at: Timestamp,
): Promise<void> {
  await agents.change(id, { compaction: null, context: null, shortenedAt: at })
  const data = {
    agent: name,
    generation,
    stage: 'done',
    percent: compaction?.percent ?? null,
    tries: compaction?.tries ?? 0,
  } as const
  await events.append({ type: 'agent.compaction', actor: 'system', data })
}
