// The event log on SQLite, as it is read.
import { sql, type Kysely } from 'kysely'
import type { EventLogReader, EventRange } from '../../../core/events/event-log.ts'
import type { Event } from '../../../protocol/event.ts'
import type { Timestamp } from '../../../protocol/timestamp.ts'
import type { Schema } from '../schema.ts'

export function makeEventLogReader(db: Kysely<Schema>): EventLogReader {
  return {
    async after(seq, limit) {
      const rows = await db
        .selectFrom('events')
        .selectAll()
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(limit)
        .execute()
      return rows.map(eventFromRow)
    },
    async within(range) {
      const types = range.types && (await findTypes(db, range.types))
      if (types?.length === 0) return []
      const rows = await rangeQuery(db, range, types).execute()
      return rows.map(eventFromRow).toSorted((a, b) => a.seq - b.seq)
    },
    async newest(limit) {
      const rows = await db.selectFrom('events').selectAll().orderBy('seq', 'desc').limit(limit).execute()
      return rows.map(eventFromRow).toReversed()
    },
    async head() {
      const rows = await db.selectFrom('events').select('seq').orderBy('seq', 'desc').limit(1).execute()
      return rows[0]?.seq ?? 0
    },
  }
}

/** Each type is walked in its own order, and the walks are merged: as far as the limit, however long the history is. */
function rangeQuery(
  db: Kysely<Schema>,
  { after, before, limit }: EventRange,
  types: readonly string[] | undefined,
) {
  const order = before === undefined ? 'asc' : 'desc'
  const between = () =>
    db
      .selectFrom('events')
      .select('seq')
      .where('seq', '>', after)
      .$if(before !== undefined, (query) => query.where('seq', '<', before ?? 0))
  const [first = between(), ...rest] = types?.map((type) => between().where('type', '=', type)) ?? []
  const walks = rest.reduce((walk, other) => walk.unionAll(other), first)
  const numbers = walks.orderBy('seq', order).limit(limit)
  return db.selectFrom('events').selectAll().where('seq', 'in', numbers)
}

/** Which types of the history are meant: a step of the index for each that it has, not for each event. */
export async function findTypes(db: Kysely<Schema>, wanted: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    with recursive known (type) as (
      select min(type) from events
      union all
      select (select min(type) from events where type > known.type) from known where known.type is not null
    )
    select type from known where type is not null`.execute(db)
  const isWanted = (type: string) =>
    wanted.some((each) => (each.endsWith('.*') ? type.startsWith(each.slice(0, -1)) : type === each))
  return rows.map(({ type }) => type).filter(isWanted)
}

export function eventFromRow(row: Schema['events']): Event {
  return {
    seq: row.seq,
    type: row.type,
    at: row.at as Timestamp,
    actor: row.actor,
    data: JSON.parse(row.data) as Event['data'],
  }
}
