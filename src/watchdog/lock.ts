// One watchdog a home. The lock is SQLite's, so the kernel frees it however its holder dies.
import { DatabaseSync } from 'node:sqlite'

const BUSY = 5
/** Servers look whether the lock is held; that takes them less than a millisecond. */
const LOOKERS_MS = 200

/** Whether somebody has it; a lock that can't be looked at is held by nobody. */
export function isLockHeld(path: string): boolean {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { timeout: 0, readOnly: true })
    database.prepare('select count(*) from sqlite_master').all()
    return false
  } catch (error) {
    return error instanceof Error && 'errcode' in error && error.errcode === BUSY
  } finally {
    database?.close()
  }
}

/** True when we have it; it is held until the process ends. */
export function takeLock(path: string): boolean {
  const database = new DatabaseSync(path, { timeout: LOOKERS_MS })
  try {
    database.exec('begin exclusive')
    // Kept reachable, since a collected database would close and give the lock away.
    process.once('exit', () => database.close())
    return true
  } catch {
    database.close()
    return false // somebody else has it
  }
}
