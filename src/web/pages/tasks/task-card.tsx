// A task on the board. It can be dragged onto an agent; its menu does the same and more.
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { AgentStatus } from '../../../protocol/agents/agent.ts'
import type { Task } from '../../../protocol/tasks/task.ts'
import { startTaskDrag } from '../../tasks/task-drag.ts'
import { TaskMenu } from '../../tasks/task-menu.tsx'
import { TaskPriority } from '../../tasks/task-priority.tsx'
import { TaskState } from '../../tasks/task-state.tsx'
import { isOpenState } from '../../tasks/describe-task-state.ts'
import { Ago } from '../../ui/ago.tsx'
import { Assignee } from '../../tasks/assignee.tsx'

interface TaskCardProps {
  readonly task: Task
  /** Of its assignee, as far as it is known. */
  readonly status: AgentStatus | undefined
  /** Titles of what it waits for, or their ids. */
  readonly waitsFor: string
  /** Where a column has several states. */
  readonly showsState: boolean
}

// Memo: of a thousand cards one has changed.
export const TaskCard = memo(function TaskCard({ task, status, waitsFor, showsState }: TaskCardProps) {
  const { id, title, state, assignee, priority, parts } = task
  const isOpen = isOpenState(state)
  return (
    <li
      data-task={id}
      draggable={state !== 'completed'}
      onDragStart={(event) => startTaskDrag(event, id)}
      className={`grid gap-1.5 rounded-md border border-line bg-surface p-2.5 [contain-intrinsic-size:auto_5rem] [content-visibility:auto] ${state === 'completed' ? '' : 'md:cursor-grab'}`}
    >
      <div className="flex items-start justify-between gap-1">
        <Link
          to="/tasks/$id"
          params={{ id }}
          draggable={false}
          data-foreign
          className="line-clamp-3 min-w-0 text-sm font-medium hover:text-accent hover:underline"
        >
          {title}
        </Link>
        <span className="-mt-1 -mr-1.5 shrink-0">
          <TaskMenu task={task} />
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-quiet">
        {showsState && <TaskState state={state} />}
        {isOpen && <TaskPriority priority={priority} />}
        <Assignee name={assignee} status={status} />
        {parts.all > 0 && (
          <span>
            {parts.done} of {parts.all} parts done
          </span>
        )}
        <span className="ml-auto">
          <Ago at={isOpen ? task.createdAt : task.updatedAt} />
        </span>
      </div>
      {isOpen && waitsFor !== '' && (
        <p data-foreign className="line-clamp-2 text-xs text-worry">
          blocked by {waitsFor}
        </p>
      )}
    </li>
  )
})
