// The agents as a strip: press one to see only its tasks, drop a card on one to give it the task.
import { canRead } from '../../../protocol/messages/can-read.ts'
import type { Agent } from '../../../protocol/agents/agent.ts'
import type { Task } from '../../../protocol/tasks/task.ts'
import { useAgents } from '../../agents/use-agents.ts'
import { useConnection } from '../../live/use-connection.ts'
import { useChangeTask } from '../../tasks/use-change-task.ts'
import { Dot } from '../../ui/dot.tsx'
import { describeAgentStatus } from '../../words/describe-agent-status.ts'
import { AgentChip } from './agent-chip.tsx'
import { wordOf, type AssigneeFilter } from './assignee-filter.ts'

interface AgentStripProps {
  readonly open: readonly Task[]
  readonly chosen: AssigneeFilter
  readonly onChoose: (filter: AssigneeFilter) => void
}

const EVERYBODY: AssigneeFilter = { kind: 'everybody' }
const NOBODY: AssigneeFilter = { kind: 'nobody' }

export function AgentStrip({ open, chosen, onChoose }: AgentStripProps) {
  const { agents } = useAgents()
  const change = useChangeTask()
  const byAssignee = Map.groupBy(open, ({ assignee }) => assignee as string | null)
  const countOf = (name: string | null) => byAssignee.get(name)?.length ?? 0
  const chip = (filter: AssigneeFilter, count: number) => {
    const isChosen = wordOf(filter) === wordOf(chosen)
    return {
      count,
      isChosen,
      onPress: () => onChoose(isChosen ? EVERYBODY : filter),
    }
  }
  return (
    <div
      role="group"
      aria-label="agents: select one to see its tasks, or drop a card on one to assign it"
      className="z-20 flex max-h-26 flex-wrap gap-1.5 overflow-y-auto bg-ground py-1.5 md:sticky md:top-12"
    >
      <AgentChip {...chip(EVERYBODY, open.length)}>all</AgentChip>
      <AgentChip {...chip(NOBODY, countOf(null))} onTask={(id) => change(id, { assignee: null })}>
        unassigned
      </AgentChip>
      {agents.map((agent) => (
        <AgentChip
          key={agent.name}
          {...chip({ kind: 'agent', name: agent.name }, countOf(agent.name))}
          // A plain program would take the text for commands.
          {...(canRead(agent) ? { onTask: (id) => change(id, { assignee: agent.name }) } : {})}
        >
          <Status agent={agent} />
        </AgentChip>
      ))}
    </div>
  )
}

function Status({ agent: { name, status } }: { readonly agent: Agent }) {
  const isLive = useConnection().kind === 'live'
  return (
    <Dot
      tone={isLive ? describeAgentStatus(status).tone : 'quiet'}
      isBeating={isLive && status === 'working'}
    >
      {name}
      <span className="sr-only">, {status}</span>
    </Dot>
  )
}
