// Where the main branch of each project was seen last, and which commit's rules count.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const mainBranches: Migration = {
  version: 21,
  name: 'main branches',
  readableFrom: 1,
  async up(db) {
    await db.schema
      .createTable('main_branches')
      .addColumn('project', 'text', (column) => column.primaryKey().notNull())
      .addColumn('record', 'text', (column) => column.notNull())
      .modifyEnd(sql`strict`)
      .execute()
  },
}
