// Tasks that are over, the ones that ended last first, as many as are wanted.
import type { RouteRequest } from '../../protocol/routes.ts'
import type { Task, TaskState } from '../../protocol/tasks/task.ts'
import { useRoute } from '../data/use-route.ts'

type Query = NonNullable<RouteRequest<'GET /api/tasks'>['query']>

export interface OverTasks {
  readonly tasks: readonly Task[]
  readonly hasMore: boolean
  readonly error: Error | null
}

interface Wanted {
  readonly states: readonly TaskState[]
  readonly project?: string | undefined
  readonly assignee?: string | undefined
  readonly count: number
}

/** As many as the server gives at once. */
const COUNT_MAX = 999
const NONE: readonly Task[] = []

export function useOverTasks({ states, project, assignee, count }: Wanted): OverTasks {
  const asked = Math.min(count, COUNT_MAX)
  // One more than is shown tells whether there are more.
  const query = { state: states.join(','), newest: 'true', project, assignee, limit: asked + 1 } as Query
  const { data, error } = useRoute('GET /api/tasks', { query }, { keepsOld: true })
  const items = data?.items ?? NONE
  return { tasks: items.slice(0, asked), hasMore: items.length > asked && asked < COUNT_MAX, error }
}
