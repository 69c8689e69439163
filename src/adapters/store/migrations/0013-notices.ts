// Notices to the outside that wait or have ended, and how far each channel has read the history.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const notices: Migration = {
  version: 13,
  name: 'notices',
  readableFrom: 1,
  async up(db) {
    await db.schema
      .createTable('notices')
      // The order in which a channel gets them.
      .addColumn('number', 'integer', (column) => column.primaryKey())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('matter', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('due_at', 'text', (column) => column.notNull())
      .addColumn('ended_at', 'text')
      .addColumn('record', 'text', (column) => column.notNull())
      .modifyEnd(sql`strict`)
      .execute()
    await sql`create index notices_waiting on notices (channel, number) where state = 'waiting'`.execute(db)
    await sql`create index notices_matter on notices (channel, matter, number)`.execute(db)
    await sql`create index notices_due on notices (channel, due_at)`.execute(db)
    await db.schema
      .createTable('notice_channels')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('cursor', 'integer', (column) => column.notNull())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('failing_since', 'text')
      .addColumn('error', 'text')
      .addColumn('delivered_at', 'text')
      .modifyEnd(sql`strict`)
      .execute()
  },
}
