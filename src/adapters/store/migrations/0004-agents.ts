// Agents, each start of each, what they used, and what their hooks were answered.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const agents: Migration = {
  version: 4,
  name: 'agents',
  readableFrom: 1,
  async up(db) {
    await db.schema
      .createTable('agents')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('project', 'text')
      .addColumn('desired', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('generation', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('removed_at', 'text')
      // The rest as one document: it is read whole, and old records may lack what newer ones have (A9).
      .addColumn('record', 'text', (column) => column.notNull())
      .modifyEnd(sql`strict`)
      .execute()
    // A name is free again once its agent was removed.
    await sql`create unique index agents_by_name on agents (name) where removed_at is null`.execute(db)
    await db.schema
      .createTable('agent_generations')
      .addColumn('agent', 'text', (column) => column.notNull())
      .addColumn('generation', 'integer', (column) => column.notNull())
      .addColumn('started_at', 'text', (column) => column.notNull())
      .addColumn('why', 'text', (column) => column.notNull())
      .addColumn('asked', 'integer', (column) => column.notNull())
      .addColumn('conversation', 'text')
      .addColumn('ended_at', 'text')
      .addColumn('end', 'text')
      .addPrimaryKeyConstraint('agent_generations_key', ['agent', 'generation'])
      .modifyEnd(sql`strict`)
      .execute()
    await db.schema
      .createTable('agent_usage')
      .addColumn('agent', 'text', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('input', 'integer', (column) => column.notNull())
      .addColumn('output', 'integer', (column) => column.notNull())
      .addColumn('cache_read', 'integer', (column) => column.notNull())
      .addColumn('cache_write', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('agent_usage_key', ['agent', 'message'])
      .modifyEnd(sql`strict`)
      .execute()
    await db.schema
      .createTable('hook_answers')
      .addColumn('request', 'text', (column) => column.primaryKey())
      .addColumn('answer', 'text', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .modifyEnd(sql`strict`)
      .execute()
    await db.schema.alterTable('tokens').addColumn('generation', 'integer').execute()
  },
}
