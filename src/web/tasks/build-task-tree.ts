// Tasks under the tasks that they are parts of. A parent that is not among them is no reason to hide its parts, nor is a circle.
import type { Task } from '../../protocol/tasks/task.ts'
import { compareTasks } from './compare-tasks.ts'

export interface TaskNode {
  readonly task: Task
  readonly children: readonly TaskNode[]
}

export function buildTaskTree(tasks: readonly Task[]): readonly TaskNode[] {
  const sorted = tasks.toSorted(compareTasks)
  const shown = new Set(sorted.map(({ id }) => id))
  const childrenOf = Map.groupBy(sorted, ({ parent }) => parent)
  const placed = new Set<string>()
  const place = (task: Task): readonly TaskNode[] => {
    if (placed.has(task.id)) return []
    placed.add(task.id)
    return [{ task, children: (childrenOf.get(task.id) ?? []).flatMap(place) }]
  }
  const roots = sorted.filter(({ parent }) => parent === null || !shown.has(parent)).flatMap(place)
  // What is left goes round in a circle, and hangs from nothing: its first one is taken for the top.
  return [...roots, ...sorted.flatMap(place)]
}
