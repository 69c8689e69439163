// The history with its hashes on SQLite, as an auditor reads it.
import { sql, type ExpressionBuilder, type Kysely } from 'kysely'
import type { AuditFilter, AuditLogReader } from '../../../core/audit/audit-log.ts'
import type { Schema } from '../schema.ts'
import { findTypes } from './event-log.ts'

const COLUMNS = ['seq', 'type', 'at', 'actor', 'data', 'hash'] as const

export function makeAuditLogReader(db: Kysely<Schema>): AuditLogReader {
  return {
    rows: (after, limit) =>
      db.selectFrom('events').select(COLUMNS).where('seq', '>', after).orderBy('seq').limit(limit).execute(),
    seals: (after, upTo) =>
      db
        .selectFrom('event_seals')
        .selectAll()
        .where('seq', '>', after)
        .where('seq', '<=', upTo)
        .orderBy('seq')
        .execute(),
    async newest() {
      const query = db.selectFrom('events').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1)
      const [row] = await query.execute()
      return row?.hash ? { seq: row.seq, hash: row.hash } : undefined
    },
    async linkAt(seq) {
      const [event] = await db.selectFrom('events').select('hash').where('seq', '=', seq).execute()
      if (event?.hash) return { seq, hash: event.hash }
      const [seal] = await db.selectFrom('event_seals').selectAll().where('seq', '=', seq).execute()
      return seal
    },
    async find(filter, { after, upTo, order, limit }) {
      const types = filter.types && (await findTypes(db, filter.types))
      if (types?.length === 0) return []
      return db
        .selectFrom('events')
        .select(COLUMNS)
        .where('seq', '>', after)
        .where('seq', '<=', upTo)
        .where((build) => build.and(conditionsOf(build, filter, types)))
        .orderBy('seq', order)
        .limit(limit)
        .execute()
    },
  }
}

function conditionsOf(
  build: ExpressionBuilder<Schema, 'events'>,
  { agent, actor, from, to }: AuditFilter,
  types: readonly string[] | undefined,
) {
  return [
    ...(types === undefined ? [] : [build('type', 'in', types)]),
    ...(actor === undefined ? [] : [build('actor', '=', actor)]),
    ...(from === undefined ? [] : [build('at', '>=', from)]),
    ...(to === undefined ? [] : [build('at', '<', to)]),
    ...(agent === undefined ? [] : [concerns(agent)]),
  ]
}

/** It acted, or it is what the event is about; `from` and `to` are names in messages only. */
function concerns(agent: string) {
  return sql<boolean>`(actor = ${`agent:${agent}`} or data ->> 'agent' = ${agent} or data ->> 'assignee' = ${agent}
    or (type like 'message.%' and (data ->> 'from' = ${agent} or data ->> 'to' = ${agent})))`
}
