// Changes to code. What is asked for by value has a column of its own; the rest is a document, to which releases add.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const changes: Migration = {
  version: 14,
  name: 'changes',
  readableFrom: 1,
  async up(db) {
    await db.schema
      .createTable('changes')
      // The number of the event that tells of it.
      .addColumn('seq', 'integer', (column) => column.primaryKey())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('project', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('record', 'text', (column) => column.notNull())
      .modifyEnd(sql`strict`)
      .execute()
    await sql`create index changes_project on changes (project, seq)`.execute(db)
  },
}
