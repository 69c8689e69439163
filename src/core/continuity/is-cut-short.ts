// Whether the end of an agent's process came in the middle of a turn that nobody wanted to end. Pure.
import type { AgentRecord } from '../agents/agent-record.ts'
import { isBeingInterrupted } from '../agents/is-being-interrupted.ts'

type Ended = Pick<AgentRecord, 'turn' | 'restedAt' | 'hasTalked' | 'desired' | 'ending' | 'interrupt'>

export function isCutShort({ turn, restedAt, hasTalked, desired, ending, interrupt }: Ended): boolean {
  // Whoever has it stopped does not want it to be gone on with.
  if (desired === 'stopped' || ending?.why === 'remove' || !hasTalked) return false
  // Whoever interrupted it neither, though nobody has seen it rest yet.
  if (isBeingInterrupted({ interrupt })) return false
  // What cmux typed into its prompt is no work.
  if (turn === null || turn.turn === 'idle' || turn.source === 'cmux') return false
  // An interrupted turn tells no end; its screen has shown it.
  return restedAt === null || Date.parse(turn.at) > Date.parse(restedAt)
}
