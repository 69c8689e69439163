// What one agent has to do.
import { useTasks } from '../../tasks/use-tasks.ts'
import { TaskLine } from '../../tasks/task-line.tsx'
import { Command } from '../../ui/command.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'

export function AgentTasks({ name }: { readonly name: string }) {
  const { data, error } = useTasks({ assignee: name })
  if (error) return <Notice tone="bad" title={`The tasks can’t be shown: ${error.message}`} />
  if (data?.items.length === 0)
    return (
      <Empty title={`No open tasks`}>
        <p>Assign one on the Tasks page, or in a terminal:</p>
        <Command text={`cmux task add "…" --to ${name}`} />
      </Empty>
    )
  return (
    <ul className="grid gap-1.5">
      {data?.items.map((task) => (
        <li key={task.id}>
          <TaskLine task={task} hidesAssignee />
        </li>
      ))}
    </ul>
  )
}
