// One server a home. The lock is SQLite's, so the kernel frees it however its holder dies; no pid file can go stale.
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { saysBusy } from './store-error.ts'

const LOOK_AGAIN_MS = 20

export function lockHome(path: string): Disposable {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { timeout: 0 })
    database.exec('begin exclusive')
  } catch (error) {
    database?.close()
    throw explain(path, error)
  }
  const held = database
  return { [Symbol.dispose]: () => held.close() }
}

/** Waits for whoever has it, up to a limit. */
export async function waitForLock(path: string, limitMs: number): Promise<Disposable> {
  const endMs = performance.now() + limitMs
  for (;;) {
    try {
      return lockHome(path)
    } catch (error) {
      const isTaken = error instanceof CmuxError && error.code === 'ALREADY_RUNNING'
      if (!isTaken || performance.now() > endMs) throw error
    }
    await pause(LOOK_AGAIN_MS)
  }
}

function explain(path: string, error: unknown): CmuxError {
  if (saysBusy(error))
    return new CmuxError('ALREADY_RUNNING', 'a server is running on this home directory already', {
      cause: error,
    })
  const reason = error instanceof Error ? error.message : String(error)
  return new CmuxError('HOME_UNUSABLE', `the lock file ${path} can't be used: ${reason}`, {
    hint: `make ${path} writable for you, or delete it: it holds no data`,
    cause: error,
  })
}

/** Whether somebody else holds it. Looking takes a moment's shared lock, which whoever wants it must be able to outwait. */
export function isLocked(path: string): boolean {
  if (!existsSync(path)) return false
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.prepare('select count(*) from sqlite_master').all()
    return false
  } catch (error) {
    if (saysBusy(error)) return true
    throw error
  } finally {
    database.close()
  }
}
