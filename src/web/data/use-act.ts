// Does something on the server. What it changes comes back over the stream; what it refuses is said.
import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { RefusedRequest } from '../../client/make-client.ts'
import type { RouteAnswer, RouteKey, RouteRequest } from '../../protocol/routes.ts'
import { useApp } from '../app.tsx'
import { useSay } from '../ui/toast-provider.tsx'

type WriteRoute = Exclude<RouteKey, `GET ${string}`>

/**
 * `done`: what is said when it worked; without it nothing is, since it is seen. `onDone` is called also when what asked for it
 * is gone by then: the stream is often faster than the answer, and takes a button off the page.
 */
export function useAct<K extends WriteRoute>(
  route: K,
  done?: string,
  onDone?: (answer: RouteAnswer<K>) => void,
): UseMutationResult<RouteAnswer<K>, Error, RouteRequest<K>> {
  const { client } = useApp()
  const say = useSay()
  const call = client.call as (route: K, request: RouteRequest<K>) => Promise<RouteAnswer<K>>
  return useMutation({
    mutationFn: (request: RouteRequest<K>) => call(route, request),
    onSuccess(answer) {
      if (done !== undefined) say({ tone: 'well', title: done })
      onDone?.(answer)
    },
    onError: (error) =>
      say({
        tone: 'bad',
        title: error.message,
        detail: error instanceof RefusedRequest ? error.hint : 'the server does not answer; try again',
      }),
  })
}
