// Repositories that agents work on.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const projects: Migration = {
  version: 3,
  name: 'projects',
  readableFrom: 1,
  async up(db) {
    await db.schema
      .createTable('projects')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('main_branch', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('added_by', 'text', (column) => column.notNull())
      .addColumn('removed_at', 'text')
      .modifyEnd(sql`strict`)
      .execute()
    // A name and a path are used once at a time; those of a removed project are free again.
    for (const column of ['name', 'path'])
      await sql`create unique index ${sql.ref(`projects_${column}`)} on projects (${sql.ref(column)})
        where removed_at is null`.execute(db)
  },
}
