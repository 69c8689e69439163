// The status of an agent elsewhere, from its heartbeats alone. Silence is unknown, never dead: nobody here can see it.
import type { Judgement } from '../agents/judge-agent.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import { isSilent } from './decide-silence.ts'
import type { Elsewhere } from './elsewhere.ts'

type Known = Pick<AgentRecord, 'paused' | 'createdAt'>

export function judgeElsewhere(elsewhere: Elsewhere, { paused, createdAt }: Known, nowMs: number): Judgement {
  const { beat, silentMs } = elsewhere
  if (beat === null)
    return {
      status: 'starting',
      evidence: [{ source: 'cmux', says: 'runs elsewhere, and was not heard of yet', at: createdAt }],
    }
  if (isSilent(elsewhere, nowMs))
    return {
      status: 'unknown',
      evidence: [
        {
          source: 'cmux',
          says: `runs elsewhere, and is silent for more than ${silentMs / 1000} s`,
          at: beat.at,
        },
      ],
    }
  const says = beat.note === '' ? `runs elsewhere: ${beat.status}` : `runs elsewhere: ${beat.note}`
  return {
    status: paused && beat.status === 'idle' ? 'paused' : beat.status,
    evidence: [{ source: 'hook', says, at: beat.at }],
  }
}
