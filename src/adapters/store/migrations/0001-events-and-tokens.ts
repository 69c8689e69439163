// The history, and who may speak.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const eventsAndTokens: Migration = {
  version: 1,
  name: 'events and tokens',
  readableFrom: 1,
  async up(db) {
    await db.schema
      .createTable('events')
      .addColumn('seq', 'integer', (column) => column.primaryKey())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .modifyEnd(sql`strict`)
      .execute()
    await db.schema
      .createTable('tokens')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('agent', 'text')
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('created_by', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text')
      .addColumn('revoked_at', 'text')
      .modifyEnd(sql`strict`)
      .execute()
    await db.schema
      .createTable('login_codes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .modifyEnd(sql`strict`)
      .execute()
  },
}
