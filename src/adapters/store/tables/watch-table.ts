// Positions in logs on SQLite.
import type { Kysely } from 'kysely'
import type { WatchRecord, WatchTableReader, WatchTableWriter } from '../../../core/watch/watch-table.ts'
import type { Schema } from '../schema.ts'

export function makeWatchTableReader(db: Kysely<Schema>): WatchTableReader {
  return {
    async bySource(source) {
      const [row] = await db
        .selectFrom('watch_sources')
        .select('record')
        .where('source', '=', source)
        .execute()
      return row && (JSON.parse(row.record) as WatchRecord)
    },
    async sources() {
      const rows = await db.selectFrom('watch_sources').select('source').orderBy('source').execute()
      return rows.map(({ source }) => source)
    },
  }
}

export function makeWatchTableWriter(db: Kysely<Schema>): WatchTableWriter {
  return {
    ...makeWatchTableReader(db),
    async put(watch) {
      const record = JSON.stringify(watch)
      await db
        .insertInto('watch_sources')
        .values({ source: watch.source, record })
        .onConflict((known) => known.column('source').doUpdateSet({ record }))
        .execute()
    },
    async remove(source) {
      await db.deleteFrom('watch_sources').where('source', '=', source).execute()
    },
  }
}
