// What is known of a task besides its words: who has it, where it belongs, what it waits for, how it was handed over.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AgentName } from '../../../protocol/ids.ts'
import type { MessageId } from '../../../protocol/messages/message.ts'
import type { TaskView } from '../../../protocol/tasks/task.ts'
import { ReceiptLine } from '../../conversation/receipt-line.tsx'
import { useRoute } from '../../data/use-route.ts'
import { Assignee } from '../../tasks/assignee.tsx'
import { Ago } from '../../ui/ago.tsx'
import { Card } from '../../ui/card.tsx'
import { NamedTask } from './named-task.tsx'

export function TaskFacts({ task }: { readonly task: TaskView }) {
  const { assignee, priority, project, parent, after, waitsFor, message, createdBy } = task
  const agents = useRoute('GET /api/agents', { query: {} }).data?.items ?? []
  const status = agents.find(({ name }) => name === assignee)?.status
  const done = after.filter((id) => !waitsFor.includes(id))
  return (
    <Card title="Details">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5 text-sm">
        <Fact name="Assignee">
          <Assignee name={assignee} status={status} />
        </Fact>
        <Fact name="Priority">{priority}</Fact>
        <Fact name="Project">{project ?? 'none'}</Fact>
        {parent !== null && (
          <Fact name="Part of">
            <NamedTask id={parent} />
          </Fact>
        )}
        {waitsFor.length > 0 && (
          <Fact name="Blocked by">
            {waitsFor.map((id) => (
              <NamedTask key={id} id={id} />
            ))}
          </Fact>
        )}
        {done.length > 0 && (
          <Fact name="Blocks">
            {done.map((id) => (
              <NamedTask key={id} id={id} />
            ))}
          </Fact>
        )}
        {message !== null && assignee !== null && (
          <Fact name="Sent">
            <HandedOver message={message} to={assignee} />
          </Fact>
        )}
        <Fact name="Added by">
          <span data-foreign>{createdBy}</span> <Ago at={task.createdAt} />
        </Fact>
        <Fact name="Changed">
          <Ago at={task.updatedAt} />
        </Fact>
        <Fact name="Budget">
          <Link to="/budgets" search={{ set: `task:${task.id}` }} className="text-accent underline">
            Set limits
          </Link>
        </Fact>
        <Fact name="Id">
          <code data-foreign className="text-xs">
            {task.id}
          </code>
        </Fact>
      </dl>
    </Card>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-quiet">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}

function HandedOver({ message, to }: { readonly message: MessageId; readonly to: AgentName }) {
  const { data } = useRoute('GET /api/messages/:id', { params: { id: message } })
  return (
    <div className="grid justify-items-start gap-0.5">
      <Link
        to="/agents/$name"
        params={{ name: to }}
        search={(old) => ({ ...old, tab: 'conversation' })}
        className="text-accent underline"
      >
        as a message, in the conversation with {to}
      </Link>
      {data && <ReceiptLine message={data} />}
    </div>
  )
}
