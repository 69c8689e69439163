// What is kept of an agent's work: the last that it said of it, and the last state that was worked out before an end.
import type { KeptState, Progress } from '../../protocol/agents/work-state.ts'
import type { AgentId } from '../../protocol/ids.ts'

export interface KeepsakeTableReader {
  progressOf(agent: AgentId): Promise<Progress | undefined>
  stateOf(agent: AgentId): Promise<KeptState | undefined>
}

export interface KeepsakeTableWriter extends KeepsakeTableReader {
  putProgress(agent: AgentId, progress: Progress): Promise<void>
  putState(agent: AgentId, state: KeptState): Promise<void>
  forget(agent: AgentId): Promise<void>
}
