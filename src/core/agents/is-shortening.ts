// Whether an agent's conversation is about to be shortened: until then nothing else begins. Pure.
import type { AgentRecord } from './agent-record.ts'

export function isShortening({ compaction }: Pick<AgentRecord, 'compaction'>): boolean {
  return compaction?.stage === 'due' || compaction?.stage === 'typed'
}
