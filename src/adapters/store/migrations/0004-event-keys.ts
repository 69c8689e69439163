// Events that come from outside carry a key, so that bringing them in twice is bringing them in once.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const eventKeys: Migration = {
  version: 4,
  name: 'event keys',
  readableFrom: 1,
  async up(db) {
    await db.schema.alterTable('events').addColumn('key', 'text').execute()
    await db.schema
      .createIndex('events_key')
      .unique()
      .on('events')
      .column('key')
      .where(sql.ref('key'), 'is not', null)
      .execute()
  },
}
