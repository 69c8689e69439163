// One column of the board: a bounded part of its tasks, with a way to see more.
import { useId } from 'react'
import type { AgentStatus } from '../../../protocol/agents/agent.ts'
import type { Task } from '../../../protocol/tasks/task.ts'
import { Button } from '../../ui/button.tsx'
import { TaskCard } from './task-card.tsx'

interface TaskColumnProps {
  readonly title: string
  readonly tasks: readonly Task[]
  /** `12`, or `30+` when nobody counted the rest. */
  readonly count: string
  readonly showsState: boolean
  /** On a narrow page columns stand one under the other: what waits for a person must not be far down. */
  readonly isFirst: boolean
  readonly statusOf: (name: string | null) => AgentStatus | undefined
  readonly titleOf: (id: string) => string
  /** Undefined: all of it is shown. */
  readonly onMore: (() => void) | undefined
}

export function TaskColumn(props: TaskColumnProps) {
  const { title, tasks, count, showsState, isFirst, statusOf, titleOf, onMore } = props
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`grid min-w-0 content-start gap-2 rounded-lg bg-raised/60 p-2 ${isFirst ? 'max-md:order-first' : ''}`}
    >
      <h2 id={id} className="flex items-baseline gap-2 px-1 text-sm font-semibold">
        {title} <span className="text-xs font-normal text-quiet">{count}</span>
      </h2>
      {tasks.length === 0 && <p className="px-1 text-xs text-quiet">No tasks</p>}
      <ul aria-labelledby={id} className="grid gap-2">
        {tasks.map((task) => (
          <TaskCard
            key={task.id}
            task={task}
            status={statusOf(task.assignee)}
            waitsFor={task.waitsFor.map(titleOf).join(', ')}
            showsState={showsState}
          />
        ))}
      </ul>
      {onMore && <Button onClick={onMore}>Show more</Button>}
    </section>
  )
}
