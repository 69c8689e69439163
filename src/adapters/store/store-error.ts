// SQLite's result codes in our words: which of them heal by themselves, and which need a person.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { ErrorCode } from '../../protocol/error-catalogue.ts'

const BUSY = 5
const IO_ERROR = 10
const CORRUPT = 11
const CANNOT_OPEN = 14
const NOT_A_DATABASE = 26

const PRIMARY: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  [BUSY]: ['STORE_BUSY', 'another process holds the database'],
  6: ['STORE_BUSY', 'a table of the database is locked'],
  8: ['STORE_UNAVAILABLE', 'the database file is read-only'],
  [IO_ERROR]: ['STORE_UNAVAILABLE', 'the disk failed to read or write the database'],
  [CORRUPT]: ['STORE_CORRUPT', 'the database file is damaged'],
  13: ['STORE_FULL', 'the disk is full'],
  [CANNOT_OPEN]: ['STORE_UNAVAILABLE', 'the database file cannot be opened'],
  [NOT_A_DATABASE]: ['STORE_CORRUPT', 'the database file is not a database'],
}

/** Where the primary code alone would hide the reason: there was no room for the index of the log. */
const EXTENDED: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  4874: ['STORE_FULL', 'the disk is full'],
}

/** Failures of the file itself: the connection's idea of what is on disk may be wrong, so it must be opened anew. */
const LOST_TRUST = new Set([IO_ERROR, CORRUPT, CANNOT_OPEN, NOT_A_DATABASE])
/** A file that can't be read or opened is not a damaged file: it may be sound behind a bad cable or a wrong owner (P9). */
const DAMAGED = new Set([CORRUPT, NOT_A_DATABASE])

export function storeErrorFrom(error: unknown): unknown {
  if (error instanceof CmuxError) return error
  const code = resultCode(error) ?? -1
  const known = EXTENDED[code] ?? PRIMARY[code & 0xff]
  if (!known) return error
  const [ours, message] = known
  return new CmuxError(ours, `${message}: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  })
}

export function losesTrust(error: unknown): boolean {
  return LOST_TRUST.has(primaryCode(error) ?? -1)
}

export function saysDamaged(error: unknown): boolean {
  return DAMAGED.has(primaryCode(error) ?? -1)
}

export function saysBusy(error: unknown): boolean {
  return primaryCode(error) === BUSY
}

/** The low byte of an extended result code is the primary one. */
function primaryCode(error: unknown): number | undefined {
  const code = resultCode(error)
  return code === undefined ? undefined : code & 0xff
}

/** Our own errors carry SQLite's as their cause. */
function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  return 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : resultCode(error.cause)
}
