// The newest tasks of a project, a parent before its children, the newest parent first.
import type { ProjectName } from '../../../protocol/ids.ts'
import type { Task } from '../../../protocol/task.ts'
import { useRoute } from '../../data/use-route.ts'

const SHOWN_MAX = 40

export function useRecentTasks(project: ProjectName | null): readonly Task[] {
  const { data } = useRoute('GET /api/tasks', {
    query: { newest: 'true', limit: SHOWN_MAX, ...(project === null ? {} : { project }) },
  })
  return orderByFamily(data?.items ?? [])
}

function orderByFamily(tasks: readonly Task[]): readonly Task[] {
  const known = new Set(tasks.map(({ id }) => id))
  const withChildren = (task: Task): Task[] => [
    task,
    ...tasks.filter(({ parent }) => parent === task.id).flatMap(withChildren),
  ]
  return tasks.filter(({ parent }) => parent === null || !known.has(parent)).flatMap(withChildren)
}
