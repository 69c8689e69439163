// One place that knows how a connection must be set up.
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

/** SQLite waits inside our event loop, so health can't be answered meanwhile: less than the 1.5 s that it has. */
const BUSY_LIMIT_MS = 1000
/** Checkpoint when the log has this many pages (4 MiB): often enough that a reopen stays quick. */
const CHECKPOINT_PAGES = 1000

/** Makes the file when there is none: for the first start only. */
export function createWriteConnection(path: string): DatabaseSync {
  return setUp(new DatabaseSync(path, { timeout: BUSY_LIMIT_MS }))
}

/** Refuses when there is no file: an empty one in place of what was lost would look like a first start. */
export function openWriteConnection(path: string): DatabaseSync {
  const url = pathToFileURL(path)
  url.searchParams.set('mode', 'rw')
  const database = setUp(new DatabaseSync(url, { timeout: BUSY_LIMIT_MS }))
  // What a savepoint may have to put back is kept in memory, not in a temporary file: every job of a batch has one, and
  // writes a few pages. Migrations may write many; they have the connection above.
  database.exec('pragma temp_store = memory')
  return database
}

export function openReadConnection(path: string): DatabaseSync {
  return new DatabaseSync(path, { timeout: BUSY_LIMIT_MS, readOnly: true })
}

function setUp(database: DatabaseSync): DatabaseSync {
  try {
    // FULL: in a simulated power cut NORMAL lost acknowledged commits, FULL none (P1).
    database.exec(`
      pragma journal_mode = wal;
      pragma synchronous = full;
      pragma foreign_keys = on;
      pragma wal_autocheckpoint = ${CHECKPOINT_PAGES};
    `)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
