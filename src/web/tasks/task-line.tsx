// One task in one line: how far it is, what it is, and who has it.
import { Link } from '@tanstack/react-router'
import type { Task } from '../../protocol/tasks/task.ts'
import { TaskState } from './task-state.tsx'

interface TaskLineProps {
  readonly task: Pick<Task, 'id' | 'title' | 'state' | 'assignee'>
  /** Where it is clear whose it is, it need not be said. */
  readonly hidesAssignee?: boolean
}

export function TaskLine({ task, hidesAssignee = false }: TaskLineProps) {
  const { id, title, state, assignee } = task
  return (
    <span data-task={id} className="flex min-w-0 items-baseline gap-2 text-sm">
      <TaskState state={state} />
      <Link
        to="/tasks/$id"
        params={{ id }}
        data-foreign
        className="min-w-0 truncate hover:text-accent hover:underline"
      >
        {title}
      </Link>
      {!hidesAssignee && (
        <span className="ml-auto shrink-0 text-xs text-quiet">{assignee ?? 'unassigned'}</span>
      )}
    </span>
  )
}
