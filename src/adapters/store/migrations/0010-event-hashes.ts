// Each event carries a hash over the one before it. What was written without one, before this or by an older release after
// it, is covered by seals: hashes of the same chain, kept for some of its numbers.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const eventHashes: Migration = {
  version: 10,
  name: 'event hashes',
  readableFrom: 1,
  async up(db) {
    await db.schema.alterTable('events').addColumn('hash', 'text').execute()
    await db.schema
      .createTable('event_seals')
      .addColumn('seq', 'integer', (column) => column.primaryKey())
      .addColumn('hash', 'text', (column) => column.notNull())
      .modifyEnd(sql`strict`)
      .execute()
  },
}
