// The same store in the memory of this process, for tests and simulations: nothing of it outlives `close`.
import { DatabaseSync } from 'node:sqlite'
import { migrate } from './migrate.ts'
import { allMigrations } from './migrations/all-migrations.ts'
import { makeStoreOn, type SqliteStore, type SqliteStoreOptions } from './sqlite-store.ts'

export async function makeMemoryStore(options: Omit<SqliteStoreOptions, 'path'>): Promise<SqliteStore> {
  const database = new DatabaseSync(':memory:')
  await migrate(database, allMigrations, options.clock)
  const openWriting = () => {
    if (!database.isOpen) throw new Error('what was in memory is gone')
    return database
  }
  // There is one connection: reads wait until no batch is under way, so they too see only what is committed.
  return makeStoreOn({ openWriting, openReading: () => undefined, confirm: () => undefined }, options)
}
