// Requests for approval. That nobody decides their own, and no agent any, holds here too, whatever the code above forgets.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const approvals: Migration = {
  version: 11,
  name: 'approvals',
  readableFrom: 1,
  async up(db) {
    await db.schema
      .createTable('approvals')
      // The number of the event that tells of it.
      .addColumn('seq', 'integer', (column) => column.primaryKey())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('risk', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('sha256', 'text', (column) => column.notNull())
      .addColumn('requester', 'text', (column) => column.notNull())
      .addColumn('agent', 'text')
      .addColumn('generation', 'integer')
      .addColumn('project', 'text')
      .addColumn('why', 'text', (column) => column.notNull())
      .addColumn('in_dialog', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('decided_by', 'text')
      .addColumn('decided_at', 'text')
      .addColumn('reason', 'text')
      .addColumn('via', 'text')
      .addColumn('ended_at', 'text')
      .addColumn('ended_why', 'text')
      .addColumn('used_at', 'text')
      .addColumn('call', 'text')
      .addColumn('asker', 'text')
      .addCheckConstraint('nobody_decides_their_own', sql`decided_by is null or decided_by <> requester`)
      .addCheckConstraint('no_agent_decides', sql`decided_by is null or decided_by not like 'agent:%'`)
      .addCheckConstraint(
        'yes_and_no_have_a_name',
        sql`(state in ('approved', 'denied', 'used')) = (decided_by is not null)`,
      )
      .modifyEnd(sql`strict`)
      .execute()
    await sql`create index approvals_waiting on approvals (seq) where state = 'waiting'`.execute(db)
    await sql`create index approvals_open on approvals (agent, seq) where state = 'waiting' or call is not null`.execute(
      db,
    )
    await sql`create index approvals_asker on approvals (asker, seq) where asker is not null`.execute(db)
  },
}
