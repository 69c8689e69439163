// Tasks of several lists, each once: the lists are read one after the other, and the newest word of a task holds.
import type { Task } from '../../protocol/tasks/task.ts'

export function mergeTasks(...lists: readonly (readonly Task[])[]): readonly Task[] {
  const newest = new Map<string, Task>()
  for (const task of lists.flat()) {
    const known = newest.get(task.id)
    if (!known || known.updatedAt < task.updatedAt) newest.set(task.id, task)
  }
  return [...newest.values()]
}
