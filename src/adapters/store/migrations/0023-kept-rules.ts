// Rules that people kept from their answers to requests.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const keptRules: Migration = {
  version: 23,
  name: 'kept rules',
  readableFrom: 1,
  async up(db) {
    await db.schema
      .createTable('kept_rules')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('agent', 'text')
      .addColumn('project', 'text')
      .addColumn('record', 'text', (column) => column.notNull())
      .modifyEnd(sql`strict`)
      .execute()
  },
}
