// One agent in the list.
import { describeRestarts } from '../../../protocol/agents/describe-restarts.ts'
import { Link } from '@tanstack/react-router'
import type { Agent } from '../../../protocol/agents/agent.ts'
import type { Task } from '../../../protocol/tasks/task.ts'
import { AgentMail } from '../../agents/agent-mail.tsx'
import { AgentMenu } from '../../agents/agent-menu.tsx'
import { AgentApproval } from '../../approvals/agent-approval.tsx'
import { AgentStatus } from '../../agents/agent-status.tsx'
import { TaskLine } from '../../tasks/task-line.tsx'
import { Ago } from '../../ui/ago.tsx'

interface AgentRowProps {
  readonly agent: Agent
  readonly task: Task | undefined
}

export function AgentRow({ agent, task }: AgentRowProps) {
  const { name, role, runtime, purpose, generation, startedAt } = agent
  return (
    <li
      data-agent={name}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-3 py-2 md:grid-cols-[14rem_7rem_minmax(0,1fr)_auto]"
    >
      <div className="min-w-0">
        <Link
          to="/agents/$name"
          params={{ name }}
          className="font-semibold hover:text-accent hover:underline"
        >
          {name}
        </Link>
        <p className="truncate text-xs text-quiet">
          {role} · {runtime}
          {agent.unconfined !== null && ' · not sandboxed'}
          {agent.inCheckout && ' · in your checkout'}
        </p>
      </div>
      <div className="justify-self-end md:justify-self-start">
        <AgentStatus agent={agent} />
      </div>
      <div className="min-w-0 max-md:row-start-2">
        {task ? <TaskLine task={task} hidesAssignee /> : <Purpose text={purpose} />}
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-quiet">
          {generation > 1 && <span>{describeRestarts(generation)}</span>}
          <span>
            {startedAt === null ? (
              'never started'
            ) : (
              <>
                started <Ago at={startedAt} />
              </>
            )}
          </span>
          <AgentMail name={name} />
        </p>
        <AgentApproval name={name} />
      </div>
      <div className="justify-self-end max-md:col-start-2 max-md:row-start-2">
        <AgentMenu agent={agent} />
      </div>
    </li>
  )
}

function Purpose({ text }: { readonly text: string }) {
  return (
    <p data-foreign className="truncate text-sm">
      {text === '' ? <span className="text-quiet">no purpose set</span> : text}
    </p>
  )
}
