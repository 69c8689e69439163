// Finds what somebody has not read without a look at all that they ever got.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const unreadMessages: Migration = {
  version: 8,
  name: 'unread messages',
  readableFrom: 1,
  async up(db) {
    await sql`create index messages_unread on messages (receiver, seq)
      where receipt not in ('acked', 'dead')`.execute(db)
  },
}
