// The newest tasks of a project, a parent before its children, the newest parent first.
import type { ProjectName } from '../../../protocol/ids.ts'
import type { Task } from '../../../protocol/tasks/task.ts'
import { useRoute } from '../../data/use-route.ts'
import { buildTaskTree, type TaskNode } from '../../tasks/build-task-tree.ts'

const SHOWN_MAX = 40

export function useRecentTasks(project: ProjectName | null): readonly Task[] {
  const { data } = useRoute('GET /api/tasks', {
    query: { newest: 'true', limit: SHOWN_MAX, ...(project === null ? {} : { project }) },
  })
  const families = buildTaskTree(data?.items ?? [])
  return families.toSorted((a, b) => b.task.seq - a.task.seq).flatMap(flatten)
}

function flatten({ task, children }: TaskNode): readonly Task[] {
  return [task, ...children.flatMap(flatten)]
}
