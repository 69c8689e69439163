// Connections to a database file, and when to believe in it again after it failed.
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { SegmentFiles } from '../../core/archive/event-segment.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { makeSegmentFiles, SEGMENTS_FOLDER } from '../files/segment-files.ts'
import { checkIntegrity, WHOLE_CHECK_MAX_BYTES } from './check-integrity.ts'
import { readVerdict } from './database-verdict.ts'
import { openReadConnection, openWriteConnection } from './connection.ts'

/** Where the store's data is: a file, or the memory of this process. */
export interface Connections {
  /** Opens for writing; `anew` after a failure: then it is checked before it is believed. */
  openWriting(anew: boolean): DatabaseSync
  /** A connection of its own for reading, or undefined when readers share the writer's between batches. */
  openReading(): DatabaseSync | undefined
  /** The events that are no longer in the database; undefined when there can be none. */
  readonly segments?: SegmentFiles
  /** Throws when what was opened is no longer what others would open. */
  confirm(): void
}

export function makeFileConnections(path: string): Connections {
  let inode: number | undefined
  return {
    openWriting(anew) {
      if (inodeOf(path) === undefined) throw refuseMissing(path)
      const database = openWriteConnection(path)
      try {
        refuseKnownDamage(path)
        if (anew) rebuildTrust(database)
        inode = inodeOf(path)
        return database
      } catch (error) {
        database.close()
        throw error
      }
    },
    openReading: () => openReadConnection(path),
    segments: makeSegmentFiles(join(dirname(path), SEGMENTS_FOLDER)),
    confirm() {
      // A deleted file goes on accepting writes, and all of them are gone with the process.
      if (inodeOf(path) !== inode) throw refuseMissing(path)
    },
  }
}

/** A small file is checked where it is opened; of a large one a check in the background says how it is. */
function refuseKnownDamage(path: string): void {
  const known = readVerdict(path)
  if (known?.state === 'damaged')
    throw new CmuxError('STORE_CORRUPT', `the database is damaged: ${known.detail}`)
  const { size = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {}
  if (known?.state === 'suspect' && size > WHOLE_CHECK_MAX_BYTES)
    throw new CmuxError(
      'STORE_CORRUPT',
      `the database seems to be damaged (${known.detail}) and is being checked`,
    )
}

/** Checks the file, and moves everything out of the log: pages of it that an fsync lost would cut off what follows them. */
function rebuildTrust(database: DatabaseSync): void {
  const finding = checkIntegrity(database, 'as far as is quick')
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
