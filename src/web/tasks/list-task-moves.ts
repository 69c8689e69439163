// Where a person may take a task, in the words of a button. The server decides; a test holds the two together.
import type { Task, TaskState } from '../../protocol/tasks/task.ts'
import { isOpenState } from './describe-task-state.ts'
import type { TaskChange } from './use-change-task.ts'

export interface TaskMove {
  readonly to: TaskState
  readonly title: string
  readonly isDangerous?: boolean
}

interface Row extends TaskMove {
  readonly from: readonly TaskState[]
}

const BEGUN = ['working', 'input-required', 'auth-required'] as const
const OPEN = ['submitted', ...BEGUN] as const

const ROWS: readonly Row[] = [
  { from: OPEN, to: 'working', title: 'Mark as working' },
  { from: OPEN, to: 'completed', title: 'Mark as done' },
  { from: BEGUN, to: 'submitted', title: 'Put back to “to do”' },
  { from: ['failed', 'canceled', 'rejected'], to: 'submitted', title: 'Reopen' },
  { from: OPEN, to: 'input-required', title: 'Mark as needing an answer' },
  { from: OPEN, to: 'auth-required', title: 'Mark as needing access' },
  { from: OPEN, to: 'failed', title: 'Mark as failed', isDangerous: true },
  { from: OPEN, to: 'rejected', title: 'Reject', isDangerous: true },
  { from: OPEN, to: 'canceled', title: 'Cancel the task', isDangerous: true },
]

export function listTaskMoves(state: TaskState): readonly TaskMove[] {
  return ROWS.filter(({ from, to }) => from.includes(state) && to !== state)
}

/** What is over and reopened goes to whoever had it, as mail again: without that nobody would begin. */
export function changeFor({ state, assignee }: Pick<Task, 'state' | 'assignee'>, to: TaskState): TaskChange {
  return to === 'submitted' && !isOpenState(state) ? { assignee } : { state: to }
}
