// Keeps what was asked true to the stream: what an event touches is asked again, several events at once.
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Event } from '../../protocol/event.ts'
import { isAffected } from '../live/is-affected.ts'
import { patchStatuses } from './patch-statuses.ts'
import { patchTasks } from './patch-tasks.ts'

/** A fleet at work tells of itself many times a second: lists are read again at most this often. */
const REFRESH_EVERY_MS = 500

export interface Refresh {
  readonly take: (events: readonly Event[]) => void
  readonly all: () => void
}

export function makeRefresh(queries: QueryClient): Refresh {
  let waiting: Event[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  // A first answer that is on its way may be older than the event, and the library does not ask anew before it has arrived.
  const askedAgainLater = new Set<string>()
  queries.getQueryCache().subscribe((change) => {
    const hasAnswer = change.type === 'updated' && change.action.type === 'success'
    if (hasAnswer && askedAgainLater.delete(change.query.queryHash))
      void queries.invalidateQueries({ queryKey: change.query.queryKey, exact: true })
  })
  const askAgain = (isOld: (query: Query) => boolean) => {
    for (const query of queries.getQueryCache().findAll({ predicate: isOld, fetchStatus: 'fetching' }))
      if (query.state.data === undefined) askedAgainLater.add(query.queryHash)
    void queries.invalidateQueries({ predicate: isOld })
  }
  const flush = () => {
    timer = undefined
    const events = waiting
    waiting = []
    if (events.length === 0) return
    timer = setTimeout(flush, REFRESH_EVERY_MS)
    askAgain(({ queryKey }) => isTouched(events, queryKey))
  }
  return {
    take(events) {
      patchStatuses(queries, events)
      patchTasks(queries, events)
      waiting.push(...events)
      timer ??= setTimeout(flush, 0)
    },
    all: () => void queries.invalidateQueries(),
  }
}

function isTouched(events: readonly Event[], [route, request]: QueryKey): boolean {
  return events.some((event) => isAffected(event, String(route), request as Parameters<typeof isAffected>[2]))
}
