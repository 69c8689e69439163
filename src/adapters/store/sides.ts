// The two connections, one that writes and one that reads. After a failure of the file both are closed and opened anew,
// with a check, before anything else is written.
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../core/clock.ts'
import type { Mask } from '../../lib/mask.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Event } from '../../protocol/event.ts'
import type { Connections } from './file-connections.ts'
import { makeReadingSide, type ReadingSide } from './reading-side.ts'
import { makeWritingSide, type WritingSide } from './writing-side.ts'

export interface Sides {
  /** For the next batch: opened anew when the file was not to be trusted, with a fresh writer when the last was revoked. */
  openWriting(): WritingSide
  openReading(): ReadingSide
  /** Between batches only. */
  distrustWriting(error: unknown): void
  close(): void
}

export interface SidesOptions {
  readonly clock: Clock
  readonly mask: Mask
  readonly onCommit: (events: readonly Event[]) => void
  readonly onLostTrust: (error: unknown) => void
  /** Resolves when a reader may use the writer's connection. */
  readonly mayShare: () => Promise<void>
}

export function makeSides(connections: Connections, options: SidesOptions): Sides {
  const { clock, mask, onCommit, onLostTrust, mayShare } = options
  const makeWriting = (database: DatabaseSync) => makeWritingSide(database, { clock, mask, onCommit })
  let writing: WritingSide | undefined = makeWriting(connections.openWriting(false))
  let reading: ReadingSide | undefined
  let isSuspect = false

  const close = () => {
    // The reader first: the last to close clears the log, and only the writer knows which of it was never committed.
    closeIfOpen(reading?.database)
    closeIfOpen(writing?.database)
    reading = writing = undefined
  }

  const distrustReading = (error: unknown) => {
    // A batch may be under way on the other connection: it is opened anew before the next one.
    isSuspect = true
    closeIfOpen(reading?.database)
    reading = undefined
    onLostTrust(error)
  }

  return {
    openWriting() {
      if (isSuspect) close()
      writing ??= makeWriting(connections.openWriting(true))
      isSuspect = false
      connections.confirm()
      if (writing.isRevoked()) writing = makeWriting(writing.database)
      return writing
    },
    openReading() {
      if (reading) return reading
      const own = connections.openReading()
      const shared = own ?? writing?.database
      if (!shared) throw new CmuxError('STORE_UNAVAILABLE', 'the store was closed')
      const waiting = own ? {} : { mayRead: mayShare }
      reading = makeReadingSide(shared, {
        ...waiting,
        mask,
        segments: connections.segments,
        onLostTrust: distrustReading,
      })
      return reading
    },
    distrustWriting(error) {
      isSuspect = true
      close()
      onLostTrust(error)
    },
    close,
  }
}

function closeIfOpen(database: DatabaseSync | undefined): void {
  if (database?.isOpen) database.close()
}
