// How far each log was read.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const watchSources: Migration = {
  version: 19,
  name: 'watch sources',
  readableFrom: 1,
  async up(db) {
    await db.schema
      .createTable('watch_sources')
      .addColumn('source', 'text', (column) => column.primaryKey().notNull())
      .addColumn('record', 'text', (column) => column.notNull())
      .modifyEnd(sql`strict`)
      .execute()
  },
}
