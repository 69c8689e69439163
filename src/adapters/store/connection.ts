// One place that knows how a connection must be set up.
import { DatabaseSync } from 'node:sqlite'

/** Only a backup tool or a second cmux could hold the file: waiting longer would hold every request. */
const BUSY_LIMIT_MS = 5000
/** Checkpoint when the log has this many pages (4 MiB): often enough that a reopen stays quick. */
const CHECKPOINT_PAGES = 1000

export const MEMORY = ':memory:'

export function openWriteConnection(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: BUSY_LIMIT_MS })
  // FULL: in a simulated power cut NORMAL lost acknowledged commits, FULL none (P1).
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma wal_autocheckpoint = ${CHECKPOINT_PAGES};
  `)
  return database
}

export function openReadConnection(path: string): DatabaseSync {
  return new DatabaseSync(path, { timeout: BUSY_LIMIT_MS, readOnly: true })
}
