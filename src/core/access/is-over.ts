import type { AgentRecord } from '../agents/agent-record.ts'
import type { Principal } from './principal.ts'

/** The process that speaks is gone: another start has taken its place, or it was ended and nothing runs. */
export function isOver(
  { generation, late }: Pick<Principal, 'generation' | 'late'>,
  record: Pick<AgentRecord, 'generation' | 'startedAt'>,
): boolean {
  if (generation === null) return false
  return generation < record.generation || (late === true && record.startedAt === null)
}
