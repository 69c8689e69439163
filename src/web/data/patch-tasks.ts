// To whom a task goes and how far it is stands in the event itself, and is shown at once; the list is asked again all the same.
import type { QueryClient } from '@tanstack/react-query'
import type { Event } from '../../protocol/event.ts'
import type { Task } from '../../protocol/tasks/task.ts'

interface Tasks {
  readonly items: readonly Task[]
}

type Patch = Pick<Task, 'updatedAt'> & Partial<Pick<Task, 'state' | 'assignee'>>

export function patchTasks(queries: QueryClient, events: readonly Event[]): void {
  const patches = new Map<unknown, Patch>()
  for (const event of events) {
    const { id } = event.data
    const change = readPatch(event)
    if (change) patches.set(id, { ...patches.get(id), ...change })
  }
  if (patches.size === 0) return
  queries.setQueriesData<Tasks>({ queryKey: ['GET /api/tasks'] }, (old) =>
    old ? { ...old, items: old.items.map((task) => patch(task, patches.get(task.id))) } : old,
  )
}

function patch(task: Task, change: Patch | undefined): Task {
  return change && change.updatedAt > task.updatedAt ? { ...task, ...change } : task
}

function readPatch({ type, at, data }: Event): Patch | undefined {
  const { assignee, to } = data as { assignee: Task['assignee']; to: Task['state'] }
  if (type === 'task.assigned') return { updatedAt: at, assignee }
  return type === 'task.moved' ? { updatedAt: at, assignee, state: to } : undefined
}
