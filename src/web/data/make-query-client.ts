// Answers stay until the stream says that they are old; a tick would only hide that it does not.
import { QueryClient } from '@tanstack/react-query'
import { RefusedRequest } from '../../client/make-client.ts'

const TRIES = 3

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // The server is on this machine: a browser that calls itself offline can still reach it.
        networkMode: 'always',
        retry: (count, error) => count < TRIES && !(error instanceof RefusedRequest && error.status < 500),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
