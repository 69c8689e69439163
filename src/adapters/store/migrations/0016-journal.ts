// The journal, an index of its words, and how far its pages on disk and its reading of the history have come.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const journal: Migration = {
  version: 16,
  name: 'journal',
  readableFrom: 1,
  async up(db) {
    await db.schema
      .createTable('journal')
      // The number of the event that tells of it.
      .addColumn('seq', 'integer', (column) => column.primaryKey())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('project', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('author', 'text', (column) => column.notNull())
      .addColumn('agent', 'text')
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('files', 'text', (column) => column.notNull())
      .modifyEnd(sql`strict`)
      .execute()
    await sql`create index journal_of_day on journal (day, project, seq)`.execute(db)
    await sql`create index journal_of_project on journal (project, seq)`.execute(db)
    await sql`create index journal_of_agent on journal (agent, seq) where agent is not null`.execute(db)
    await sql`create index journal_of_kind on journal (kind, seq)`.execute(db)
    // Words only: the text itself is in the table.
    await sql`create virtual table journal_words using fts5 (text, content = '')`.execute(db)
    await sql`create table journal_pages (
      project text not null, day text not null, bytes integer not null, primary key (project, day)) strict`.execute(
      db,
    )
    await db.schema
      .createTable('journal_cursors')
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('seq', 'integer', (column) => column.notNull())
      .modifyEnd(sql`strict`)
      .execute()
  },
}
