// All open tasks of a project, oldest first, read page by page and kept true by the stream.
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import type { Client } from '../../client/make-client.ts'
import type { RouteRequest } from '../../protocol/routes.ts'
import type { Task } from '../../protocol/tasks/task.ts'
import { useApp } from '../app.tsx'

type Query = NonNullable<RouteRequest<'GET /api/tasks'>['query']>
type Wanted = Pick<Query, 'project' | 'assignee'>

export interface OpenTasks {
  readonly items: readonly Task[]
  /** False: there are more than a page can bear, and these are the oldest. */
  readonly isWhole: boolean
  readonly readAtMs: number
}

const PAGE = 1000
/** More than a person looks through, and still quickly drawn. */
const PAGES_MAX = 3
/** A long list is read again less often: a thousand tasks every two seconds. What events say of them is shown at once. */
const REST_MS_PER_TASK = 2

export function useTasks({
  project,
  assignee,
}: {
  readonly project?: string | undefined
  readonly assignee?: string | undefined
}): UseQueryResult<OpenTasks> {
  const { client } = useApp()
  const queries = useQueryClient()
  const wanted = { project, assignee } as Wanted
  // By the name of the route, so that events about tasks make it old.
  const queryKey = ['GET /api/tasks', { query: wanted, isPaged: true }]
  return useQuery({
    queryKey,
    async queryFn() {
      await rest(queries.getQueryData<OpenTasks>(queryKey))
      return readOpen(client, wanted)
    },
  })
}

/** Until a moment that does not move when it is asked for again meanwhile. */
async function rest(last: OpenTasks | undefined): Promise<void> {
  if (!last) return
  const untilMs = last.readAtMs + last.items.length * REST_MS_PER_TASK
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, untilMs - Date.now())))
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
  return { items, isWhole: cursor === null, readAtMs: Date.now() }
}
