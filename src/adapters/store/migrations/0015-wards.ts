// Services of projects, a document each, to which releases add.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const wards: Migration = {
  version: 15,
  name: 'wards',
  readableFrom: 1,
  async up(db) {
    await db.schema
      .createTable('wards')
      // Its project's.
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('record', 'text', (column) => column.notNull())
      .modifyEnd(sql`strict`)
      .execute()
  },
}
