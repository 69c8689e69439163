// Two `up`s at once take turns: the second finds what the first has started. The kernel frees the lock of one that dies.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { explainHomeError } from '../home-fault.ts'
import { requireFolder } from '../require-folder.ts'

/** A first start takes seconds, its check of a large database a minute. */
const WAIT_LIMIT_MS = 90_000

export function lockStart(home: string): Disposable {
  const folder = requireFolder(home, 'watchdog')
  const database = openLock(home, join(folder, 'start-lock.db'))
  try {
    database.exec('begin exclusive')
  } catch (error) {
    database.close()
    if (!isBusy(error)) throw explainHomeError(home, error)
    throw new CmuxError('TIMED_OUT', 'another `cmux up` has been starting for too long', { cause: error })
  }
  return { [Symbol.dispose]: () => database.close() }
}

function openLock(home: string, path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: WAIT_LIMIT_MS })
  } catch (error) {
    throw explainHomeError(home, error)
  }
}

const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === SQLITE_BUSY
}
