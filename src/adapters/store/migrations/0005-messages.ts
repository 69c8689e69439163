// Messages, the deliveries that bring them to agents, and an index of their words.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const messages: Migration = {
  version: 5,
  name: 'messages',
  readableFrom: 1,
  async up(db) {
    await db.schema
      .createTable('messages')
      // The number of the event that tells of it.
      .addColumn('seq', 'integer', (column) => column.primaryKey())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('sender', 'text', (column) => column.notNull())
      .addColumn('trust', 'text', (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('receiver', 'text', (column) => column.notNull())
      .addColumn('agent', 'text')
      .addColumn('subject', 'text')
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('receipt', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('waits_for', 'text')
      .addColumn('delivery', 'text')
      .addColumn('attachment', 'text')
      .addColumn('evidence', 'text', (column) => column.notNull())
      .modifyEnd(sql`strict`)
      .execute()
    await sql`create index messages_unsettled on messages (agent, seq)
      where agent is not null and receipt in ('accepted', 'pasted', 'submitted')`.execute(db)
    await sql`create index messages_to on messages (receiver, seq)`.execute(db)
    await sql`create index messages_from on messages (sender, seq)`.execute(db)
    await sql`create index messages_by_receipt on messages (receipt)`.execute(db)
    // Words only: the text itself is in the table.
    await sql`create virtual table message_words using fts5 (subject, body, content = '')`.execute(db)
    await db.schema
      .createTable('deliveries')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('agent', 'text', (column) => column.notNull())
      .addColumn('generation', 'integer', (column) => column.notNull())
      .addColumn('way', 'text', (column) => column.notNull())
      .addColumn('messages', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('opened_at', 'text', (column) => column.notNull())
      .addColumn('outcome', 'text')
      .modifyEnd(sql`strict`)
      .execute()
    await sql`create unique index deliveries_open on deliveries (agent) where state <> 'closed'`.execute(db)
    await db.schema
      .createTable('mail_counts')
      .addColumn('what', 'text', (column) => column.primaryKey())
      .addColumn('count', 'integer', (column) => column.notNull())
      .modifyEnd(sql`strict`)
      .execute()
  },
}
