// What is kept of an agent's work so that it can be gone on with: the last of each kind, a document each.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const keepsakes: Migration = {
  version: 18,
  name: 'keepsakes',
  readableFrom: 1,
  async up(db) {
    await db.schema
      .createTable('keepsakes')
      .addColumn('agent', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('record', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('keepsakes_key', ['agent', 'kind'])
      .modifyEnd(sql`strict`)
      .execute()
  },
}
