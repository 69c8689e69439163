// The task of an id, or an error that says where to look.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { TaskId } from '../../protocol/ids.ts'
import type { TaskRecord } from './task-record.ts'
import type { TaskTableReader } from './task-table.ts'

export async function requireTask(
  { tasks }: { readonly tasks: TaskTableReader },
  id: TaskId,
): Promise<TaskRecord> {
  const task = await tasks.byId(id)
  if (task) return task
  throw new CmuxError('NOT_FOUND', `there is no task ${id}`, { hint: 'see `cmux task list --all`' })
}
