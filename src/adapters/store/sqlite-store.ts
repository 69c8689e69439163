// The store on SQLite: writes go through the group commit, reads see what is committed.
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/store.ts'
import { makeMask, type Mask } from '../../lib/mask.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Event } from '../../protocol/event.ts'
import { makeFileConnections, type Connections } from './file-connections.ts'
import { makeGroupCommit } from './group-commit.ts'
import { makeSides } from './sides.ts'
import { storeErrorFrom } from './store-error.ts'

export interface SqliteStoreOptions {
  readonly path: string
  readonly clock: Clock
  /** Called after each commit with its events, in order. */
  readonly onCommit: (events: readonly Event[]) => void
  readonly onLostTrust: (error: unknown) => void
  /** Default: secrets that are known by their form. */
  readonly mask?: Mask
}

export interface SqliteStore extends Store {
  /** Finishes what is queued and closes the file; what comes after is refused. */
  close(): Promise<void>
  /** Opens the file anew before anything else is written, and refuses what can't be opened then. */
  distrust(reason: unknown): Promise<void>
}

/** Opens a database that `prepareDatabase` has checked and migrated. */
export function makeSqliteStore(options: SqliteStoreOptions): SqliteStore {
  try {
    return makeStoreOn(makeFileConnections(options.path), options)
  } catch (error) {
    throw storeErrorFrom(error)
  }
}

export function makeStoreOn(
  connections: Connections,
  options: Omit<SqliteStoreOptions, 'path'>,
): SqliteStore {
  let state: 'open' | 'closing' | 'closed' = 'open'
  const { mask = makeMask() } = options
  const sides = makeSides(connections, { ...options, mask, mayShare: () => commits.betweenBatches() })
  const commits = makeGroupCommit({
    timer: options.clock,
    open: sides.openWriting,
    onLostTrust: sides.distrustWriting,
  })
  return {
    get read() {
      if (state === 'closed') throw refuseClosed()
      try {
        return sides.openReading().reader
      } catch (error) {
        throw storeErrorFrom(error)
      }
    },
    write: (work) => (state === 'open' ? commits.write(work) : Promise.reject(refuseClosed())),
    async distrust(reason) {
      await commits.betweenBatches()
      if (state !== 'closed') sides.distrustWriting(reason)
    },
    async close() {
      if (state === 'open') state = 'closing'
      await commits.idle()
      state = 'closed'
      sides.close()
    },
  }
}

function refuseClosed(): CmuxError {
  return new CmuxError('STORE_UNAVAILABLE', 'the store is closed')
}
