// Finds the events of a type without reading the whole history. The number of an event stands in every index, so this one is
// ordered by type and then by number.
import type { Migration } from './migration.ts'

export const eventsByType: Migration = {
  version: 7,
  name: 'events by type',
  readableFrom: 1,
  async up(db) {
    await db.schema.createIndex('events_type').on('events').column('type').execute()
  },
}
