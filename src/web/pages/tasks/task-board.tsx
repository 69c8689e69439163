// Tasks by how far they are. What is over is read apart, bounded to what ended last.
import { useState } from 'react'
import type { AgentStatus } from '../../../protocol/agents/agent.ts'
import type { Task } from '../../../protocol/tasks/task.ts'
import { useAgents } from '../../agents/use-agents.ts'
import type { ColumnId } from '../../tasks/describe-task-state.ts'
import { groupTasks } from '../../tasks/group-tasks.ts'
import { mergeTasks } from '../../tasks/merge-tasks.ts'
import { useOverTasks } from '../../tasks/use-over-tasks.ts'
import { isOf, type AssigneeFilter } from './assignee-filter.ts'
import { TaskColumn } from './task-column.tsx'

interface TaskBoardProps {
  /** All open ones of the project. */
  readonly open: readonly Task[]
  readonly project: string | undefined
  readonly assignee: AssigneeFilter
}

const FIRST = 30
const STEP = 100
const TITLES: readonly (readonly [id: ColumnId, title: string, showsState: boolean])[] = [
  ['todo', 'To do', false],
  ['working', 'Working', false],
  ['asking', 'Needs you', true],
  ['done', 'Done', false],
  ['ended', 'Ended', true],
]

export function TaskBoard({ open, project, assignee }: TaskBoardProps) {
  const { agents } = useAgents()
  const [limits, setLimits] = useState<Partial<Record<ColumnId, number>>>({})
  const limitOf = (id: ColumnId) => limits[id] ?? FIRST
  const over = { project, assignee: assignee.kind === 'agent' ? assignee.name : undefined }
  const done = useOverTasks({ ...over, states: ['completed'], count: limitOf('done') })
  const ended = useOverTasks({
    ...over,
    states: ['failed', 'canceled', 'rejected'],
    count: limitOf('ended'),
  })
  const hasUnread: Partial<Record<ColumnId, boolean>> = { done: done.hasMore, ended: ended.hasMore }
  const columns = groupTasks(mergeTasks(open, done.tasks, ended.tasks).filter(isOf(assignee)))
  const statuses = new Map<string | null, AgentStatus>(agents.map(({ name, status }) => [name, status]))
  const titles = new Map<string, string>(open.map(({ id, title }) => [id, title]))
  return (
    <div className="grid gap-3 md:grid-cols-[repeat(5,minmax(12rem,1fr))] md:overflow-x-auto md:pb-2">
      {TITLES.map(([id, title, showsState]) => {
        const tasks = columns[id]
        const shown = tasks.slice(0, limitOf(id))
        const hasMore = tasks.length > shown.length || hasUnread[id] === true
        return (
          <TaskColumn
            key={id}
            title={title}
            tasks={shown}
            count={`${tasks.length}${hasUnread[id] === true ? '+' : ''}`}
            showsState={showsState}
            isFirst={id === 'asking' && tasks.length > 0}
            statusOf={(name) => statuses.get(name)}
            titleOf={(needed) => titles.get(needed) ?? needed}
            onMore={hasMore ? () => setLimits({ ...limits, [id]: limitOf(id) + STEP }) : undefined}
          />
        )
      })}
    </div>
  )
}
