// What became of what was said: tasks with how far they are, and who works on them.
import { Link } from '@tanstack/react-router'
import type { Agent } from '../../../protocol/agents/agent.ts'
import { AgentStatus } from '../../agents/agent-status.tsx'
import { TaskLine } from '../../tasks/task-line.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useRecentTasks } from './use-recent-tasks.ts'

interface OutcomeProps {
  readonly agents: readonly Agent[]
  readonly supervisor: Agent
}

export function Outcome({ agents, supervisor }: OutcomeProps) {
  const tasks = useRecentTasks(supervisor.project)
  const team = agents.filter(
    ({ project, name }) => project === supervisor.project && name !== supervisor.name,
  )
  return (
    <>
      <Card title="Tasks">
        {tasks.length === 0 && (
          <Empty title="No tasks yet.">Say what you want; {supervisor.name} splits it into tasks.</Empty>
        )}
        <ul aria-label="tasks, newest first" className="grid grid-cols-1 gap-1.5">
          {tasks.map((task) => (
            <li key={task.id} className={task.parent === null ? '' : 'pl-4'}>
              <TaskLine task={task} />
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Team">
        {team.length === 0 && <Empty title="No workers yet." />}
        <ul aria-label="team" className="grid grid-cols-1 gap-1.5 text-sm">
          {team.map((agent) => (
            <li key={agent.name} className="flex items-center justify-between gap-2">
              <Link to="/agents/$name" params={{ name: agent.name }} className="truncate hover:underline">
                {agent.name}
              </Link>
              <AgentStatus agent={agent} />
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}
