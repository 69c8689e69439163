// Asks a route of the table and keeps the answer until an event makes it old (liv./is-affected.ts).
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { RouteAnswer, RouteKey, RouteRequest } from '../../protocol/routes.ts'
import { useApp } from '../app.tsx'

type ReadRoute = Extract<RouteKey, `GET ${string}`>

interface Options {
  /** False: not asked for now. */
  readonly enabled?: boolean
  readonly everyMs?: number
}

export function useRoute<K extends ReadRoute>(
  route: K,
  request: RouteRequest<K>,
  { enabled = true, everyMs }: Options = {},
): UseQueryResult<RouteAnswer<K>> {
  const { client } = useApp()
  const call = client.call as (route: K, request: RouteRequest<K>) => Promise<RouteAnswer<K>>
  return useQuery({
    queryKey: [route, request],
    queryFn: () => call(route, request),
    enabled,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  })
}
