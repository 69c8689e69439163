// A task with its history and its children, as the outside sees it.
import type { TaskId } from '../../protocol/ids.ts'
import type { TaskView } from '../../protocol/tasks/task.ts'
import type { Visibility } from '../access/find-visibility.ts'
import { isTaskInSight, requireTask } from './require-task.ts'
import type { TaskTableReader } from './task-table.ts'

export async function describeTask(
  reader: { readonly tasks: TaskTableReader },
  id: TaskId,
  visibility: Visibility = 'all',
): Promise<TaskView> {
  const task = await requireTask(reader, id, visibility)
  const [history, children] = await Promise.all([reader.tasks.history(id), reader.tasks.childrenOf(id)])
  return { ...task, history, children: children.filter((child) => isTaskInSight(visibility, child)) }
}
