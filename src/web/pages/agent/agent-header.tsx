// Who an agent is, how it stands, and what can be asked of it.
import { Link, useNavigate } from '@tanstack/react-router'
import type { Agent } from '../../../protocol/agents/agent.ts'
import { AgentMenu } from '../../agents/agent-menu.tsx'
import { AgentPorts } from '../../agents/agent-ports.tsx'
import { AgentApproval } from '../../approvals/agent-approval.tsx'
import { AgentStatus } from '../../agents/agent-status.tsx'
import { offeredAsks } from '../../agents/offered-asks.ts'
import { useAgentAsks } from '../../agents/use-agent-asks.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Command } from '../../ui/command.tsx'

export function AgentHeader({ agent }: { readonly agent: Agent }) {
  const navigate = useNavigate()
  const ask = useAgentAsks(agent.name)
  const asks = offeredAsks(agent)
  return (
    <header className="grid gap-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl font-semibold">{agent.name}</h1>
        <AgentStatus agent={agent} />
        {agent.paused && agent.status !== 'paused' && <Badge tone="worry">pausing</Badge>}
        {agent.elsewhere && <Badge>remote</Badge>}
        {!agent.elsewhere && agent.desired === 'stopped' && agent.status !== 'stopped' && (
          <Badge>stopping</Badge>
        )}
        <div className="ml-auto flex items-center gap-2">
          {asks.map(
            ({ name, title }, index) =>
              name !== 'remove' &&
              (index === 0 || name === 'pause') && (
                <Button key={title} onClick={() => ask(name)}>
                  {title}
                </Button>
              ),
          )}
          <AgentMenu agent={agent} onRemoved={() => void navigate({ to: '/agents' })} />
        </div>
      </div>
      <AgentApproval name={agent.name} />
      <AgentPorts name={agent.name} />
      <Facts agent={agent} />
    </header>
  )
}

function Facts({ agent }: { readonly agent: Agent }) {
  const { role, runtime, model, project, branch, generation, pid, confined, unconfined, purpose } = agent
  const facts: readonly (readonly [what: string, value: string | number | null])[] = [
    ['role', role],
    ['runtime', runtime],
    ['model', model],
    ['project', project],
    ['branch', branch],
    ['run', generation],
    ['process', pid],
  ]
  return (
    <>
      {purpose !== '' && (
        <p data-foreign className="line-clamp-2 text-sm">
          {purpose}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
        <dl className="flex flex-wrap gap-x-3 gap-y-1">
          {facts
            .filter(([, value]) => value !== null)
            .map(([what, value]) => (
              <div key={what} className="flex gap-1">
                <dt className="text-quiet">{what}</dt>
                <dd data-foreign>{value}</dd>
              </div>
            ))}
        </dl>
        {agent.inCheckout && <Badge tone="worry">works in your checkout</Badge>}
        {confined && agent.network === 'host' && (
          <Badge tone="worry">uses this machine’s network, local services included</Badge>
        )}
        {confined && agent.network === 'listed' && <Badge tone="well">listed domains only</Badge>}
        {confined ? (
          <Badge tone="well">sandboxed</Badge>
        ) : (
          <Badge tone="worry">
            not sandboxed: can do what you can{unconfined === null ? '' : ` (${unconfined})`}
          </Badge>
        )}
        <Link to="/budgets" search={{ set: `agent:${agent.name}` }} className="text-accent underline">
          Budget
        </Link>
        <span className="max-md:hidden">
          <Command text={`cmux agent attach ${agent.name}`} />
        </span>
      </div>
    </>
  )
}
