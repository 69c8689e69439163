// Asks a route of the table and keeps the answer until an event makes it old (liv./is-affected.ts).
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { RouteAnswer, RouteKey, RouteRequest } from '../../protocol/routes.ts'
import { useApp } from '../app.tsx'

type ReadRoute = Extract<RouteKey, `GET ${string}`>

interface Options {
  /** False: not asked for now. */
  readonly enabled?: boolean
  readonly everyMs?: number
  /** Shows the answer to the last question until the next one is answered: for lists that grow. */
  readonly keepsOld?: boolean
}

export function useRoute<K extends ReadRoute>(
  route: K,
  request: RouteRequest<K>,
  { enabled = true, everyMs, keepsOld = false }: Options = {},
): UseQueryResult<RouteAnswer<K>> {
  const { client } = useApp()
  const call = client.call as (route: K, request: RouteRequest<K>) => Promise<RouteAnswer<K>>
  return useQuery({
    queryKey: [route, request],
    queryFn: () => call(route, request),
    enabled,
    ...(keepsOld ? { placeholderData: keepPreviousData } : {}),
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  })
}
