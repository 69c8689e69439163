// A lock between processes that the kernel frees when its holder dies: SQLite's own, on an empty database.
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

/** A first install on a slow line takes minutes; longer than this somebody should look. */
const WAIT_LIMIT_MS = 15 * 60_000
const ASK_EVERY_MS = 200

export async function acquireLock(path: string, onWait: () => void): Promise<Disposable> {
  const database = new DatabaseSync(path, { timeout: 0 })
  const deadlineMs = performance.now() + WAIT_LIMIT_MS
  for (let tries = 0; !tryLock(database); tries += 1) {
    if (tries === 0) onWait()
    if (performance.now() > deadlineMs)
      throw new Error(`${path} has been locked for ${WAIT_LIMIT_MS / 60_000} minutes`)
    await pause(ASK_EVERY_MS)
  }
  return { [Symbol.dispose]: () => database.close() }
}

function tryLock(database: DatabaseSync): boolean {
  try {
    database.exec('begin exclusive')
    return true
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === 5) return false // SQLITE_BUSY: somebody has it
    throw error
  }
}
