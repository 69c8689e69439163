import { expect, test } from 'vitest'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { losesTrust, saysBusy, saysDamaged, storeErrorFrom } from './store-error.ts'

const sqliteError = (errcode: number) => Object.assign(new Error('from SQLite'), { errcode })

const verdict = (error: unknown) => ({
  losesTrust: losesTrust(error),
  damaged: saysDamaged(error),
  busy: saysBusy(error),
})

const CASES = [
  { name: 'SQLITE_BUSY', errcode: 5, code: 'STORE_BUSY', says: { busy: true } },
  { name: 'SQLITE_BUSY_SNAPSHOT', errcode: 517, code: 'STORE_BUSY', says: { busy: true } },
  { name: 'SQLITE_LOCKED', errcode: 6, code: 'STORE_BUSY', says: {} },
  { name: 'SQLITE_READONLY', errcode: 8, code: 'STORE_UNAVAILABLE', says: {} },
  { name: 'SQLITE_IOERR', errcode: 10, code: 'STORE_UNAVAILABLE', says: { losesTrust: true } },
  { name: 'SQLITE_IOERR_FSYNC', errcode: 1034, code: 'STORE_UNAVAILABLE', says: { losesTrust: true } },
  { name: 'SQLITE_IOERR_SHMSIZE', errcode: 4874, code: 'STORE_FULL', says: { losesTrust: true } },
  { name: 'SQLITE_CORRUPT', errcode: 11, code: 'STORE_CORRUPT', says: { losesTrust: true, damaged: true } },
  { name: 'SQLITE_FULL', errcode: 13, code: 'STORE_FULL', says: {} },
  { name: 'SQLITE_CANTOPEN', errcode: 14, code: 'STORE_UNAVAILABLE', says: { losesTrust: true } },
  { name: 'SQLITE_NOTADB', errcode: 26, code: 'STORE_CORRUPT', says: { losesTrust: true, damaged: true } },
] as const

test.each(CASES)('$name becomes $code', ({ errcode, code, says }) => {
  const cause = sqliteError(errcode)
  const error = storeErrorFrom(cause)
  expect(error).toBeInstanceOf(CmuxError)
  expect(error).toMatchObject({ code, cause, message: expect.stringMatching(/: from SQLite$/) })
  // The verdict is the same on our own error, which carries SQLite's as its cause.
  for (const seen of [cause, error])
    expect(verdict(seen)).toEqual({ losesTrust: false, damaged: false, busy: false, ...says })
})

test.each([
  ['a constraint', sqliteError(19)],
  ['an error of the caller', new Error('no')],
  ['our own', new CmuxError('NOT_FOUND', 'no')],
  ['something thrown', 'text'],
  ['nothing', undefined],
])('%s is passed on as it is', (_what, error) => {
  expect(storeErrorFrom(error)).toBe(error)
  expect(verdict(error)).toEqual({ losesTrust: false, damaged: false, busy: false })
})
