// Tasks, what each waits for, and what happened to them.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const tasks: Migration = {
  version: 6,
  name: 'tasks',
  readableFrom: 1,
  async up(db) {
    await db.schema
      .createTable('tasks')
      // The number of the event that tells of it.
      .addColumn('seq', 'integer', (column) => column.primaryKey())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('priority', 'text', (column) => column.notNull())
      .addColumn('project', 'text')
      .addColumn('parent', 'text')
      .addColumn('assignee', 'text')
      .addColumn('generation', 'integer')
      .addColumn('assigner', 'text')
      .addColumn('message', 'text')
      .addColumn('mails', 'integer', (column) => column.notNull())
      .addColumn('offers', 'integer', (column) => column.notNull())
      .addColumn('result', 'text')
      .addColumn('created_by', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .modifyEnd(sql`strict`)
      .execute()
    await sql`create index tasks_open on tasks (assignee, seq)
      where state in ('submitted', 'working', 'input-required', 'auth-required')`.execute(db)
    await sql`create index tasks_parent on tasks (parent, seq)`.execute(db)
    await db.schema
      .createTable('task_dependencies')
      .addColumn('task', 'text', (column) => column.notNull())
      .addColumn('needed', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('task_dependencies_key', ['task', 'needed'])
      .modifyEnd(sql`strict, without rowid`)
      .execute()
    await sql`create index task_dependencies_needed on task_dependencies (needed)`.execute(db)
    await db.schema
      .createTable('task_history')
      .addColumn('task', 'text', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('assignee', 'text')
      .addColumn('note', 'text')
      .addPrimaryKeyConstraint('task_history_key', ['task', 'number'])
      .modifyEnd(sql`strict`)
      .execute()
  },
}
