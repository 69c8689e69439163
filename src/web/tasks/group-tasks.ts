// Tasks as the columns of a board, each in the order in which a person should look at them.
import type { Task } from '../../protocol/tasks/task.ts'
import { compareTasks } from './compare-tasks.ts'
import { describeTaskState, type ColumnId } from './describe-task-state.ts'

export type TaskColumns = Readonly<Record<ColumnId, readonly Task[]>>

export function groupTasks(tasks: readonly Task[]): TaskColumns {
  const groups = Map.groupBy(tasks.toSorted(compareTasks), ({ state }) => describeTaskState(state).column)
  const of = (column: ColumnId) => groups.get(column) ?? []
  return {
    todo: of('todo'),
    working: of('working'),
    asking: of('asking'),
    done: of('done'),
    ended: of('ended'),
  }
}
