// What agents were asked, answered and did, an entry each, with an index of its words; and how far each transcript was read.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const conversations: Migration = {
  version: 17,
  name: 'conversations',
  readableFrom: 1,
  async up(db) {
    await db.schema
      .createTable('conversations')
      // Counted up; the newest of an agent is never deleted, so that no number is given twice.
      .addColumn('seq', 'integer', (column) => column.primaryKey())
      .addColumn('agent', 'text', (column) => column.notNull())
      .addColumn('entry', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('session', 'text', (column) => column.notNull())
      .addColumn('subagent', 'text')
      .addColumn('at', 'text')
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('tool', 'text')
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('kept_at', 'text', (column) => column.notNull())
      .modifyEnd(sql`strict`)
      .execute()
    await sql`create unique index conversations_once on conversations (agent, entry)`.execute(db)
    await sql`create index conversations_by_agent on conversations (agent, seq)`.execute(db)
    await sql`create index conversations_by_age on conversations (kept_at)`.execute(db)
    // Words only: the text itself is in the table.
    await sql`create virtual table conversation_words using fts5 (text, content = '', contentless_delete = 1)`.execute(
      db,
    )
    await db.schema
      .createTable('transcript_reads')
      .addColumn('agent', 'text', (column) => column.notNull())
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('offset', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('transcript_reads_key', ['agent', 'path'])
      .modifyEnd(sql`strict`)
      .execute()
  },
}
