// The store on SQLite: one connection that writes, one that reads what is committed. After a failure of the file both are
// closed and opened anew, with a check, before anything else is believed (a second fsync may "succeed" on lost pages).
import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/store.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Event } from '../../protocol/event.ts'
import { checkIntegrity } from './check-integrity.ts'
import { openReadConnection, openWriteConnection } from './connection.ts'
import { makeGroupCommit } from './group-commit.ts'
import { makeReadingSide, type ReadingSide } from './reading-side.ts'
import { storeErrorFrom } from './store-error.ts'
import { makeWritingSide, type WritingSide } from './writing-side.ts'

export interface SqliteStoreOptions {
  readonly path: string
  readonly clock: Clock
  /** Called after each commit with its events, in order. */
  readonly onCommit: (events: readonly Event[]) => void
  readonly onLostTrust: (error: unknown) => void
}

export interface SqliteStore extends Store {
  /** Finishes what is queued and closes the file; what comes after is refused. */
  close(): Promise<void>
}

/** Where the store's data is: a file, or the memory of this process. */
export interface Connections {
  /** Opens for writing; `anew` after a failure: then it is checked before it is believed. */
  openWriting(anew: boolean): DatabaseSync
  /** A connection of its own for reading, or undefined when readers share the writer's between batches. */
  openReading(): DatabaseSync | undefined
  /** Throws when what was opened is no longer what others would open. */
  confirm(): void
}

/** Opens a database that `prepareDatabase` has checked and migrated. */
export function makeSqliteStore(options: SqliteStoreOptions): SqliteStore {
  return makeStoreOn(makeFileConnections(options.path), options)
}

export function makeStoreOn(
  connections: Connections,
  { clock, onCommit, onLostTrust }: Omit<SqliteStoreOptions, 'path'>,
): SqliteStore {
  const makeWriting = (database: DatabaseSync) => makeWritingSide(database, clock, onCommit)
  let writing: WritingSide | undefined = makeWriting(connections.openWriting(false))
  let reading: ReadingSide | undefined
  let isSuspect = false
  let state: 'open' | 'closing' | 'closed' = 'open'

  const closeBoth = () => {
    // The reader first: the last to close clears the log, and only the writer knows which of it was never committed.
    closeQuietly(reading?.database)
    closeQuietly(writing?.database)
    reading = writing = undefined
  }

  const openWriting = (): WritingSide => {
    if (isSuspect) closeBoth()
    writing ??= makeWriting(connections.openWriting(true))
    isSuspect = false
    connections.confirm()
    // The statements of an ended job go with its writer; the connection stays.
    if (writing.isRevoked()) writing = makeWriting(writing.database)
    return writing
  }

  const commits = makeGroupCommit({
    timer: clock,
    open: openWriting,
    onLostTrust(error) {
      closeBoth()
      isSuspect = true
      onLostTrust(error)
    },
  })

  const distrustReading = (error: unknown) => {
    // A batch may be under way on the other connection: it is opened anew before the next one.
    isSuspect = true
    closeQuietly(reading?.database)
    reading = undefined
    onLostTrust(error)
  }

  const openReading = (): ReadingSide => {
    const own = connections.openReading()
    if (own) return makeReadingSide(own, { onLostTrust: distrustReading })
    if (!writing) throw new CmuxError('STORE_UNAVAILABLE', 'the store was closed')
    return makeReadingSide(writing.database, {
      mayRead: commits.betweenBatches,
      onLostTrust: distrustReading,
    })
  }

  return {
    get read() {
      if (state === 'closed') throw refuseClosed()
      try {
        reading ??= openReading()
        return reading.reader
      } catch (error) {
        throw storeErrorFrom(error)
      }
    },
    write: (work) => (state === 'open' ? commits.write(work) : Promise.reject(refuseClosed())),
    async close() {
      if (state === 'open') state = 'closing'
      await commits.idle()
      state = 'closed'
      closeBoth()
    },
  }
}

function makeFileConnections(path: string): Connections {
  let inode: number | undefined
  return {
    openWriting(anew) {
      if (anew && inodeOf(path) === undefined) throw refuseMissing(path)
      const database = openWriteConnection(path)
      try {
        if (anew) rebuildTrust(database)
        inode = inodeOf(path)
        return database
      } catch (error) {
        database.close()
        throw error
      }
    },
    openReading: () => openReadConnection(path),
    confirm() {
      // A deleted file goes on accepting writes, and all of them are gone with the process.
      if (inodeOf(path) !== inode) throw refuseMissing(path)
    },
  }
}

/** Checks the file, and moves everything out of the log: pages of it that an fsync lost would cut off what follows them. */
function rebuildTrust(database: DatabaseSync): void {
  const finding = checkIntegrity(database)
  if (finding !== undefined) throw new CmuxError('STORE_CORRUPT', `the database is damaged: ${finding}`)
  const [checkpoint] = database.prepare('pragma wal_checkpoint(truncate)').all()
  if (checkpoint?.['busy'] !== 0)
    throw new CmuxError('STORE_UNAVAILABLE', 'the log of the database is still in use by another process')
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino
}

function refuseMissing(path: string): CmuxError {
  return new CmuxError('STORE_MISSING', `the database ${path} is gone`)
}

function refuseClosed(): CmuxError {
  return new CmuxError('STORE_UNAVAILABLE', 'the store is closed')
}

function closeQuietly(database: DatabaseSync | undefined): void {
  if (database?.isOpen) database.close()
}
