// The store on SQLite: one connection that writes, one that reads what is committed. After a failure of the file both are
// closed and opened anew, with a check, before anything else is believed (a second fsync may "succeed" on lost pages).
import type { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import type { Clock } from '../../core/clock.ts'
import type { Store, StoreReader, StoreWriter } from '../../core/store.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Event } from '../../protocol/event.ts'
import { checkIntegrity } from './check-integrity.ts'
import { makeGroupCommit } from './group-commit.ts'
import { makeKyselyDialect, type Turn } from './kysely-dialect.ts'
import { MEMORY, openReadConnection, openWriteConnection } from './connection.ts'
import type { Schema } from './schema.ts'
import { storeErrorFrom } from './store-error.ts'
import { makeEventLogAppender, makeEventLogReader, type EventLogAppender } from './tables/event-log.ts'
import { makeLoginCodeTableWriter } from './tables/login-code-table.ts'
import { makeTokenTableReader, makeTokenTableWriter } from './tables/token-table.ts'

export interface SqliteStoreOptions {
  readonly path: string
  readonly clock: Clock
  /** Called after each commit with its events, in order. */
  readonly onCommit: (events: readonly Event[]) => void
  readonly onLostTrust: (error: unknown) => void
}

export interface SqliteStore extends Store {
  /** Finishes what is queued and closes the file. */
  close(): Promise<void>
}

interface WritingSide {
  readonly database: DatabaseSync
  readonly events: EventLogAppender
  readonly writer: StoreWriter
}

interface ReadingSide {
  readonly database: DatabaseSync
  readonly reader: StoreReader
}

/** Opens a database that `prepareDatabase` has checked and migrated. */
export function makeSqliteStore(options: SqliteStoreOptions): SqliteStore {
  const { path, clock } = options
  let writing: WritingSide | undefined = openWritingSide(openWriteConnection(path), clock)
  let reading: ReadingSide | undefined
  let closed = false

  const commits = makeGroupCommit<StoreWriter>({
    timer: clock,
    open() {
      if (closed) throw new CmuxError('STORE_UNAVAILABLE', 'the store is closed')
      writing ??= openWritingSide(reopen(path), clock)
      const { database, events, writer } = writing
      const end = (committed: boolean) => {
        const appended = events.take()
        if (committed) options.onCommit(appended)
      }
      return { writer, batch: { database, begin: events.begin, mark: events.mark, undo: events.undo, end } }
    },
    onLostTrust(error) {
      closeQuietly(writing?.database)
      if (path !== MEMORY) closeQuietly(reading?.database)
      writing = reading = undefined
      options.onLostTrust(error)
    },
  })

  const read = (): StoreReader => {
    if (closed) throw new CmuxError('STORE_UNAVAILABLE', 'the store is closed')
    reading ??=
      path === MEMORY
        ? shareConnection(writing, commits.idle)
        : openReadingSide(openReadConnection(path), direct)
    return reading.reader
  }

  return {
    get read() {
      return read()
    },
    write: (work) => commits.write(work),
    async close() {
      await commits.idle()
      closed = true
      if (path !== MEMORY) closeQuietly(reading?.database)
      closeQuietly(writing?.database)
    },
  }
}

const direct: Turn = (work) => {
  try {
    return Promise.resolve(work())
  } catch (error) {
    return Promise.reject(storeErrorFrom(error))
  }
}

function openWritingSide(database: DatabaseSync, clock: Clock): WritingSide {
  const db = new Kysely<Schema>({ dialect: makeKyselyDialect(database, direct) })
  const events = makeEventLogAppender(database, clock)
  return {
    database,
    events,
    writer: { events, tokens: makeTokenTableWriter(db), loginCodes: makeLoginCodeTableWriter(db) },
  }
}

function openReadingSide(database: DatabaseSync, turn: Turn): ReadingSide {
  const db = new Kysely<Schema>({ dialect: makeKyselyDialect(database, turn) })
  return { database, reader: { events: makeEventLogReader(db), tokens: makeTokenTableReader(db) } }
}

/** In memory there is one connection: reads wait until no batch is under way, so they too see only what is committed. */
function shareConnection(writing: WritingSide | undefined, idle: () => Promise<void>): ReadingSide {
  if (!writing) throw new CmuxError('STORE_UNAVAILABLE', 'the in-memory store is gone')
  return openReadingSide(writing.database, async (work) => {
    await idle()
    return work()
  })
}

function reopen(path: string): DatabaseSync {
  const database = openWriteConnection(path)
  const finding = checkIntegrity(database)
  if (finding === undefined) return database
  database.close()
  throw new CmuxError('STORE_CORRUPT', `the database is damaged: ${finding}`)
}

function closeQuietly(database: DatabaseSync | undefined): void {
  if (database?.isOpen) database.close()
}
