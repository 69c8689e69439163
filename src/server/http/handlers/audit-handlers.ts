// The history for an auditor: pages, everything as lines of JSON, and whether it is what was written.
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { sha256 } from '../../../adapters/entropy/sha256.ts'
import { findStandingAnchors } from '../../../core/audit/find-standing-anchors.ts'
import { searchHistory, searchPage, type SearchDeps } from '../../../core/audit/search-history.ts'
import { toAuditEntry } from '../../../core/audit/to-audit-entry.ts'
import { verifyHistory } from '../../../core/audit/verify-history.ts'
import type { Principal } from '../../../core/access/principal.ts'
import type { AuditQuery } from '../../../protocol/audit.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import type { Context } from '../../context.ts'
import { ANSWERED, type Handlers } from '../register-routes.ts'

type Deps = Pick<Context, 'anchorBook' | 'clock' | 'connections' | 'shelf' | 'store'>

/** Much less than a client waits. */
const VERIFY_LIMIT_MS = 5000
const LINES = 'application/x-ndjson'

export function makeAuditHandlers(context: Deps): Handlers<'GET /api/audit' | 'GET /api/audit/verification'> {
  return {
    'GET /api/audit': async ({ query }, { principal, request, reply }) => {
      const deps = await openSearch(context)
      if (!wantsLines(query, request.headers.accept)) {
        const { rows, next } = await searchPage(deps, query, query)
        return { items: rows.map(toAuditEntry), next }
      }
      if (query.before !== undefined)
        throw new CmuxError('BAD_REQUEST', 'before is for pages: lines go forwards, to the end')
      reply.type(`${LINES}; charset=utf-8`)
      reply.send(openLines(context, principal, writeLines(deps, query)))
      return ANSWERED
    },

    'GET /api/audit/verification': async ({ query }) => {
      const anchors = findStandingAnchors(await context.anchorBook.list(), await context.shelf.list())
      const log = () => context.store.read.audit
      const deps = { log, anchors, sha256, clock: context.clock, pause: () => turn() }
      return verifyHistory(deps, { after: query.after, limitMs: VERIFY_LIMIT_MS })
    },
  }
}

async function openSearch({ store }: Deps): Promise<SearchDeps> {
  return { log: () => store.read.audit, head: await store.read.events.head(), pause: () => turn() }
}

function wantsLines({ format }: AuditQuery, accept: string | undefined): boolean {
  if (format !== undefined) return format === 'jsonl'
  return accept?.split(',').some((type) => type.trim().startsWith(LINES)) ?? false
}

async function* writeLines(deps: SearchDeps, query: AuditQuery): AsyncGenerator<string> {
  for await (const { rows } of searchHistory(deps, query, { after: query.after }))
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(toAuditEntry(row))}\n`).join('')
}

/** Asked for line by line, so a slow reader costs one span of memory; ended with its token, as every stream is. */
function openLines({ connections }: Deps, principal: Principal, lines: AsyncGenerator<string>): Readable {
  const stream = Readable.from(lines, { objectMode: true, highWaterMark: 1 })
  const registered = connections.add(principal, () => stream.destroy())
  stream.once('close', () => registered[Symbol.dispose]())
  return stream
}
