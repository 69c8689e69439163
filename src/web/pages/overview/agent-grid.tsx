// All agents at a glance: who they are, what they do, and on what evidence.
import { Link } from '@tanstack/react-router'
import type { Agent } from '../../../protocol/agents/agent.ts'
import { AgentApproval } from '../../approvals/agent-approval.tsx'
import { useConnection } from '../../live/use-connection.ts'
import { Card } from '../../ui/card.tsx'
import { useGradually } from '../../ui/use-gradually.ts'
import { AgentStatus } from '../../agents/agent-status.tsx'

interface AgentGridProps {
  readonly agents: readonly Agent[]
  readonly project: string | undefined
}

const SHOWN_MAX = 48

export function AgentGrid({ agents, project }: AgentGridProps) {
  const isLive = useConnection().kind === 'live'
  const mine = agents.filter((agent) => project === undefined || agent.project === project)
  const drawn = useGradually(Math.min(mine.length, SHOWN_MAX))
  const working = mine.filter(({ status }) => status === 'working').length
  return (
    <Card
      title="Agents"
      aside={
        <span className="text-xs text-quiet">
          {mine.length} total, {working} working
        </span>
      }
    >
      <ul
        className={`grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-2 ${isLive ? '' : 'opacity-60'}`}
        aria-label="agents"
      >
        {mine.slice(0, drawn).map((agent) => (
          <li key={agent.name} className="rounded-md border border-line p-2 text-sm">
            <div className="flex items-center justify-between gap-2">
              <Link
                to="/agents/$name"
                params={{ name: agent.name }}
                className="truncate font-medium hover:underline"
              >
                {agent.name}
              </Link>
              <AgentStatus agent={agent} />
            </div>
            <p data-foreign className="truncate text-xs text-quiet">
              {agent.role} · {agent.runtime}
              {agent.purpose === '' ? '' : ` · ${agent.purpose}`}
            </p>
            <AgentApproval name={agent.name} />
          </li>
        ))}
      </ul>
      {mine.length > SHOWN_MAX && (
        <Link to="/agents" className="mt-2 inline-block text-sm text-accent hover:underline">
          and {mine.length - SHOWN_MAX} more
        </Link>
      )}
    </Card>
  )
}
