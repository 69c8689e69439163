// Which events are archived, on SQLite.
import type { Kysely } from 'kysely'
import type {
  ArchiveTableReader,
  ArchiveTableWriter,
  EventSegment,
} from '../../../core/archive/event-segment.ts'
import type { Timestamp } from '../../../protocol/timestamp.ts'
import type { Schema } from '../schema.ts'

export function makeArchiveTableReader(db: Kysely<Schema>): ArchiveTableReader {
  const newest = () =>
    db.selectFrom('event_segments').select(['last', 'hash']).orderBy('last', 'desc').limit(1).execute()
  return {
    edge: async () => (await newest())[0]?.last ?? 0,
    async end() {
      const [row] = await newest()
      return row && { seq: row.last, hash: row.hash }
    },
    async segmentAfter(seq) {
      const query = db
        .selectFrom('event_segments')
        .selectAll()
        .where('last', '>', seq)
        .orderBy('last')
        .limit(1)
      const [row] = await query.execute()
      return row && segmentFromRow(row)
    },
  }
}

function segmentFromRow({ archived_at, ...row }: Schema['event_segments']): EventSegment {
  return { ...row, archivedAt: archived_at as Timestamp }
}

export function makeArchiveTableWriter(db: Kysely<Schema>): ArchiveTableWriter {
  const reader = makeArchiveTableReader(db)
  return {
    ...reader,
    async insert({ archivedAt, ...segment }) {
      await db
        .insertInto('event_segments')
        .values({ ...segment, archived_at: archivedAt })
        .execute()
    },
    async dropEvents(after, limit, { types, since }) {
      const found = await db
        .selectFrom('events')
        .select('seq')
        .where('seq', '>', after)
        .where('seq', '<=', await reader.edge())
        .orderBy('seq')
        .limit(limit)
        .execute()
      const reached = found.at(-1)?.seq
      if (reached === undefined) return undefined
      await db
        .deleteFrom('events')
        .where('seq', '>', after)
        .where('seq', '<=', reached)
        .where((row) =>
          row.or([
            row('at', '<', since),
            row.and([row('key', 'is', null), row('type', 'not in', [...types])]),
          ]),
        )
        .execute()
      return reached
    },
  }
}
