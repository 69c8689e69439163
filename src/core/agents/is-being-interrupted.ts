// Whether somebody ended an agent's turn and the agent was not seen at rest since. Pure.
import type { AgentRecord } from './agent-record.ts'

export function isBeingInterrupted({ interrupt }: Pick<AgentRecord, 'interrupt'>): boolean {
  return interrupt !== null && interrupt.isFinal && interrupt.settledAt === null
}
