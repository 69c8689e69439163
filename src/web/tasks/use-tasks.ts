// All open tasks of a project, oldest first, read page by page and kept true by the stream.
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Client } from '../../client/make-client.ts'
import type { RouteRequest } from '../../protocol/routes.ts'
import type { Task } from '../../protocol/task.ts'
import { useApp } from '../app.tsx'

type Query = NonNullable<RouteRequest<'GET /api/tasks'>['query']>
type Wanted = Pick<Query, 'project' | 'assignee'>

export interface OpenTasks {
  readonly items: readonly Task[]
  /** False: there are more than a page can bear, and these are the oldest. */
  readonly isWhole: boolean
}

const PAGE = 1000
/** More than a person looks through, and still quickly drawn. */
const PAGES_MAX = 3

export function useTasks({
  project,
  assignee,
}: {
  readonly project?: string | undefined
  readonly assignee?: string | undefined
}): UseQueryResult<OpenTasks> {
  const { client } = useApp()
  const wanted = { project, assignee } as Wanted
  return useQuery({
    // By the name of the route, so that events about tasks make it old.
    queryKey: ['GET /api/tasks', { query: wanted, isPaged: true }],
    queryFn: () => readOpen(client, wanted),
  })
}

async function readOpen(client: Client, wanted: Wanted): Promise<OpenTasks> {
  const items: Task[] = []
  let cursor: string | null = '0'
  for (let page = 0; page < PAGES_MAX && cursor !== null; page += 1) {
    const query: Query = { ...wanted, open: 'true', limit: PAGE, cursor }
    const { items: more, next } = await client.call('GET /api/tasks', { query })
    items.push(...more)
    cursor = next
  }
  return { items, isWhole: cursor === null }
}
