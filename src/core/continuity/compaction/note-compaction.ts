// Keeps how far the shortening of a conversation is, with the event that tells of it.
import type { AgentRecord, CompactionSight } from '../../agents/agent-record.ts'
import type { StoreWriter } from '../../store.ts'

export async function noteCompaction(
  { agents, events }: Pick<StoreWriter, 'agents' | 'events'>,
  { id, name, generation }: Pick<AgentRecord, 'id' | 'name' | 'generation'>,
  compaction: CompactionSight,
): Promise<void> {
  await agents.change(id, { compaction })
  const { stage, percent, tries } = compaction
  const data = { agent: name, generation, stage, percent, tries }
  await events.append({ type: 'agent.compaction', actor: 'system', data })
}
