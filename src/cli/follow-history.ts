// The history from here on, page by page: for a verb that asked for something and waits for what is told of it.
import type { Client } from '../client/make-client.ts'
import type { Event } from '../protocol/event.ts'

const PAGE_MAX = 1000

/** Each call gives the events since the one before. */
export async function followHistory(client: Client): Promise<() => Promise<readonly Event[]>> {
  const { store } = await client.call('GET /api/status')
  let after = store.seq
  return async () => {
    const { items } = await client.call('GET /api/events', { query: { after, limit: PAGE_MAX } })
    after = items.at(-1)?.seq ?? after
    return items
  }
}
