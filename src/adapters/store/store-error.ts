// SQLite's result codes in our words: which of them heal by themselves, and which need a person.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { ErrorCode } from '../../protocol/error-catalogue.ts'

const PRIMARY: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  5: ['STORE_BUSY', 'another process holds the database'],
  6: ['STORE_BUSY', 'a table of the database is locked'],
  8: ['STORE_UNAVAILABLE', 'the database file is read-only'],
  10: ['STORE_UNAVAILABLE', 'the disk failed to read or write the database'],
  11: ['STORE_CORRUPT', 'the database file is damaged'],
  13: ['STORE_FULL', 'the disk is full'],
  14: ['STORE_UNAVAILABLE', 'the database file cannot be opened'],
  26: ['STORE_CORRUPT', 'the database file is not a database'],
}

/** Failures of the file itself: the connection's idea of what is on disk may be wrong, so it must be opened anew. */
const LOST_TRUST = new Set([10, 11, 14, 26])

export function storeErrorFrom(error: unknown): unknown {
  const known = PRIMARY[primaryCode(error) ?? -1]
  if (!known) return error
  const [code, message] = known
  return new CmuxError(code, `${message}: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  })
}

export function losesTrust(error: unknown): boolean {
  return LOST_TRUST.has(primaryCode(error) ?? -1)
}

/** The low byte of an extended result code is the primary one. */
function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return undefined
  return error.errcode & 0xff
}
