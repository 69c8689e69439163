// Who has a task, and what that agent does now.
import { Link } from '@tanstack/react-router'
import type { AgentStatus } from '../../protocol/agents/agent.ts'
import { useConnection } from '../live/use-connection.ts'
import { Dot } from '../ui/dot.tsx'
import { describeAgentStatus } from '../words/describe-agent-status.ts'

interface AssigneeProps {
  readonly name: string | null
  /** Undefined: it is not registered any more, or not known yet. */
  readonly status: AgentStatus | undefined
}

export function Assignee({ name, status }: AssigneeProps) {
  const isLive = useConnection().kind === 'live'
  if (name === null) return <span>unassigned</span>
  const tone = status === undefined || !isLive ? 'quiet' : describeAgentStatus(status).tone
  return (
    <Link
      to="/agents/$name"
      params={{ name }}
      draggable={false}
      title={status === undefined ? 'not registered' : `${status}${isLive ? '' : ' (last known)'}`}
      className="text-ink hover:underline"
    >
      <Dot tone={tone} isBeating={isLive && status === 'working'}>
        {name}
        {status !== undefined && <span className="sr-only">, {status}</span>}
      </Dot>
    </Link>
  )
}
