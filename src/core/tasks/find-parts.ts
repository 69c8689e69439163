// What the one who asks is to a task: the token says who, the register and the task's history say what.
import { findVisibility, isVisible } from '../access/find-visibility.ts'
import { isOver } from '../access/is-over.ts'
import type { Principal } from '../access/principal.ts'
import type { StoreWriter } from '../store.ts'
import type { Part } from './decide-task-move.ts'
import type { TaskRecord } from './task-record.ts'

export async function findParts(
  { agents, tasks }: Pick<StoreWriter, 'agents' | 'tasks'>,
  task: TaskRecord,
  by: Principal,
): Promise<ReadonlySet<Part>> {
  const name = by.agent
  if (name === null) return new Set(['person'])
  const record = await agents.byName(name)
  const isPast = record !== undefined && isOver(by, record)
  const visibility = await findVisibility({ agents }, by)
  const history = await tasks.history(task.id)
  const hadIt = history.some(({ assignee }) => assignee === name)
  const parts: readonly (readonly [Part, boolean])[] = [
    // Late it may only speak of its own work.
    ['supervisor', record?.role === 'supervisor' && by.late !== true && isVisible(visibility, task.project)],
    ['creator', task.createdBy === name && by.late !== true],
    ['assignee', task.assignee === name && !isPast],
    ['past', task.assignee === name && isPast],
    ['former', task.assignee !== name && hadIt],
  ]
  return new Set(parts.flatMap(([part, holds]) => (holds ? [part] : [])))
}
