// Which of two tasks a person should see first: open ones by how urgent they are and how long they wait, then what ended last.
import { TASK_PRIORITIES } from '../../protocol/tasks/task-priorities.ts'
import type { Task } from '../../protocol/tasks/task.ts'
import { isOpenState } from './describe-task-state.ts'

const rank = ({ priority }: Task) => TASK_PRIORITIES.indexOf(priority)

export function compareTasks(a: Task, b: Task): number {
  const isOpen = isOpenState(a.state)
  if (isOpen !== isOpenState(b.state)) return isOpen ? -1 : 1
  return isOpen ? rank(b) - rank(a) || a.seq - b.seq : b.updatedAt.localeCompare(a.updatedAt) || b.seq - a.seq
}
