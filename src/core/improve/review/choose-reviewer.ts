// Which agent is asked to look at a change: one of the same project that is at work, and never who made it. Pure.
import type { Change } from '../../../protocol/changes/change.ts'
import type { AgentName } from '../../../protocol/ids.ts'
import type { AgentRecord } from '../../agents/agent-record.ts'

export type Candidate = Pick<
  AgentRecord,
  'name' | 'role' | 'runtime' | 'project' | 'desired' | 'ending' | 'paused' | 'gaveUp' | 'status'
>

/** Those who look at things anyway come first; others in the order in which they were registered. */
const PREFERRED = ['reviewer', 'supervisor']

export function chooseReviewer(
  change: Pick<Change, 'project' | 'agent' | 'from'>,
  agents: readonly Candidate[],
): AgentName | undefined {
  const able = agents.filter(
    (agent) => agent.project === change.project && canReview(agent) && !isAuthor(change, agent.name),
  )
  const rank = ({ role }: Candidate) =>
    PREFERRED.includes(role) ? PREFERRED.indexOf(role) : PREFERRED.length
  return able.toSorted((one, other) => rank(one) - rank(other))[0]?.name
}

/** A plain program can't read. */
export function canReview({ runtime, desired, ending, paused, gaveUp, status }: Candidate): boolean {
  return (
    runtime !== 'shell' &&
    desired === 'running' &&
    ending === null &&
    paused === null &&
    gaveUp === null &&
    status !== 'dead'
  )
}

/** Who planned it, and whose branch it is made of. */
export function isAuthor({ agent, from }: Pick<Change, 'agent' | 'from'>, name: AgentName): boolean {
  return agent === name || from === `agent/${name}`
}
