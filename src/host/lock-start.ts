// Two `up`s at once take turns: the second finds what the first has started. The kernel frees the lock of one that dies.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CmuxError } from '../protocol/cmux-error.ts'

/** A first start takes seconds, its check of a large database a minute. */
const WAIT_LIMIT_MS = 90_000

export function lockStart(home: string): Disposable {
  const folder = join(home, 'watchdog')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CmuxError('HOME_UNUSABLE', `the home directory ${home} can't be used: ${reason}`, {
      cause: error,
    })
  }
  const database = new DatabaseSync(join(folder, 'start-lock.db'), { timeout: WAIT_LIMIT_MS })
  try {
    database.exec('begin exclusive')
  } catch (error) {
    database.close()
    throw new CmuxError('TIMED_OUT', 'another `cmux up` has been starting for too long', { cause: error })
  }
  return { [Symbol.dispose]: () => database.close() }
}
