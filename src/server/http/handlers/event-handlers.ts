// The history over HTTP: a page as JSON, or everything from there on as Server-Sent Events.
import { CmuxError } from '../../../protocol/cmux-error.ts'
import type { EventsQuery } from '../../../protocol/event.ts'
import type { Context } from '../../context.ts'
import { streamServerSentEvents } from '../../stream/server-sent-events.ts'
import { ANSWERED, type Handlers } from '../register-routes.ts'

type Deps = Pick<Context, 'clock' | 'config' | 'connections' | 'feed' | 'log' | 'store'>

export function makeEventHandlers(context: Deps): Handlers<'GET /api/events'> {
  return {
    'GET /api/events': async ({ query }, { principal, request, reply }) => {
      if (!wantsStream(request.headers.accept)) return readPage(context, query)
      if (query.before !== undefined || query.types !== undefined)
        throw new CmuxError('BAD_REQUEST', 'before and types are for pages of JSON: a stream has everything')
      const resumeAt = request.headers['last-event-id']
      const after = resumeAt === undefined ? query.after : parseSequence(resumeAt)
      await streamServerSentEvents(context, { principal, reply, after })
      return ANSWERED
    },
  }
}

async function readPage(context: Deps, query: EventsQuery) {
  const { events, archive } = context.store.read
  const { after, before, limit } = query
  const edge = await archive.edge()
  // One more than asked for tells whether there is a next page. What stays of the archived ones would be a history with holes.
  const found = await events.within({ ...query, after: Math.max(after, edge), limit: limit + 1 })
  const head = found.length > 0 ? after : await events.head()
  if (after > head)
    throw new CmuxError('AHEAD_OF_HISTORY', `there is no event ${after}: the history ends at ${head}`)
  const items = before === undefined ? found.slice(0, limit) : found.slice(-limit)
  const last = before === undefined ? items.at(-1) : items[0]
  const next = found.length > limit ? String(last?.seq) : null
  const reachesBack = after < edge && (before === undefined || next === null)
  return { items, next, archived: reachesBack ? { upTo: edge } : null }
}

function wantsStream(accept: string | undefined): boolean {
  return accept?.split(',').some((type) => type.trim().startsWith('text/event-stream')) ?? false
}

function parseSequence(header: string | string[]): number {
  const text = String(header)
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new CmuxError('BAD_REQUEST', 'Last-Event-ID: not a sequence number')
}
