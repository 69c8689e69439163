// The task of an id, or an error that says where to look. To an agent, a task of another project is not there.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { TaskId } from '../../protocol/ids.ts'
import type { TaskRecord } from './task-record.ts'
import { isVisible, type Visibility } from '../access/find-visibility.ts'
import type { TaskTableReader } from './task-table.ts'

export async function requireTask(
  { tasks }: { readonly tasks: TaskTableReader },
  id: TaskId,
  visibility: Visibility = 'all',
): Promise<TaskRecord> {
  const task = await tasks.byId(id)
  if (task && isTaskInSight(visibility, task)) return task
  throw new CmuxError('NOT_FOUND', `there is no task ${id}`, { hint: 'see `cmux task list --all`' })
}

/** Its own tasks an agent sees wherever they belong. */
export const isTaskInSight = (
  visibility: Visibility,
  { project, assignee, createdBy }: TaskRecord,
): boolean =>
  visibility === 'all' ||
  isVisible(visibility, project) ||
  assignee === visibility.agent ||
  createdBy === visibility.agent
