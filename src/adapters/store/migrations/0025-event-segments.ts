// Which events are no longer in the database, and the files that have them.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const eventSegments: Migration = {
  version: 25,
  name: 'event segments',
  readableFrom: 1,
  async up(db) {
    await sql`create table event_segments (
      first integer primary key, last integer not null unique, hash text not null, sha256 text not null,
      bytes integer not null, archived_at text not null) strict`.execute(db)
  },
}
