// The event log on SQLite. Appending is the hot path of everything, so it uses prepared statements of its own.
import type { DatabaseSync } from 'node:sqlite'
import { sql, type Kysely } from 'kysely'
import type { Clock } from '../../../core/clock.ts'
import type { EventLogReader, EventLogWriter, EventRange } from '../../../core/events/event-log.ts'
import type { Event, NewEvent } from '../../../protocol/event.ts'
import { timestampFromMs, type Timestamp } from '../../../protocol/timestamp.ts'
import type { Turn } from '../kysely-dialect.ts'
import type { Schema } from '../schema.ts'

/** Events tell what happened; what is large has a row or a file of its own. */
const EVENT_DATA_MAX_CHARS = 16_384

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
async function findTypes(db: Kysely<Schema>, wanted: readonly string[]): Promise<string[]> {
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

/** The events of one batch: numbered as they come, published only once they are on disk. */
export interface EventLogAppender extends EventLogWriter {
  begin(): void
  mark(): void
  undo(): void
  /** What the batch appended, in order; and forgets it. */
  take(): Event[]
}

export function makeEventLogAppender(database: DatabaseSync, clock: Clock, turn: Turn): EventLogAppender {
  const insert = database.prepare(
    'insert into events (seq, type, at, actor, data, key) values (?, ?, ?, ?, ?, ?)',
  )
  const findKey = database.prepare('select * from events where key = ?')
  const findHead = database.prepare('select coalesce(max(seq), 0) as head from events')
  let head = 0
  let appended: Event[] = []
  let marked = 0

  const appendNow = ({ type, actor, data }: NewEvent, key: string | undefined): Event => {
    const [known] = key === undefined ? [] : findKey.all(key)
    if (known) return eventFromRow(known as unknown as Schema['events'])
    const text = JSON.stringify(data)
    if (text.length > EVENT_DATA_MAX_CHARS)
      throw new RangeError(`event ${type} carries ${text.length} characters`)
    const seq = head + appended.length + 1
    const event: Event = { seq, type, at: timestampFromMs(clock.nowMs()), actor, data }
    insert.run(seq, type, event.at, actor, text, key ?? null)
    appended.push(event)
    return event
  }

  return {
    begin() {
      // Read anew for each batch: another server may have written in between (a swap).
      head = Number(findHead.all()[0]?.['head'])
      appended = []
    },
    mark() {
      marked = appended.length
    },
    undo() {
      appended.length = marked
    },
    take() {
      const taken = appended
      appended = []
      return taken
    },
    append: (event, key) => turn(() => appendNow(event, key)),
  }
}

function eventFromRow(row: Schema['events']): Event {
  return {
    seq: row.seq,
    type: row.type,
    at: row.at as Timestamp,
    actor: row.actor,
    data: JSON.parse(row.data) as Event['data'],
  }
}
