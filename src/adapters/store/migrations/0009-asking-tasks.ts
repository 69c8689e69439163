// Finds the tasks that wait for an answer, of which there are few, among all that were ever done.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const askingTasks: Migration = {
  version: 9,
  name: 'asking tasks',
  readableFrom: 1,
  async up(db) {
    await sql`create index tasks_asking on tasks (state)
      where state in ('input-required', 'auth-required')`.execute(db)
  },
}
