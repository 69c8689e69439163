// What cmux noticed by itself.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const alerts: Migration = {
  version: 20,
  name: 'alerts',
  readableFrom: 1,
  async up(db) {
    await db.schema
      .createTable('alerts')
      .addColumn('number', 'integer', (column) => column.primaryKey())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('matter', 'text', (column) => column.notNull())
      .addColumn('project', 'text')
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('first_at', 'text', (column) => column.notNull())
      .addColumn('last_at', 'text', (column) => column.notNull())
      .addColumn('record', 'text', (column) => column.notNull())
      .modifyEnd(sql`strict`)
      .execute()
    await sql`create index alerts_matter on alerts (matter, number)`.execute(db)
    await sql`create index alerts_state on alerts (state, last_at)`.execute(db)
    await sql`create index alerts_first on alerts (first_at)`.execute(db)
  },
}
