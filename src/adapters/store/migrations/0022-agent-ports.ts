// Ports between agents' own networks and this machine: what they want, and what people decided.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const agentPorts: Migration = {
  version: 22,
  name: 'agent ports',
  readableFrom: 1,
  async up(db) {
    await db.schema
      .createTable('agent_ports')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('agent', 'text', (column) => column.notNull())
      .addColumn('scope', 'text')
      .addColumn('record', 'text', (column) => column.notNull())
      .modifyEnd(sql`strict`)
      .execute()
  },
}
