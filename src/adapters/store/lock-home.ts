// One server a home. The lock is SQLite's, so the kernel frees it however its holder dies; no pid file can go stale.
import { DatabaseSync } from 'node:sqlite'
import { CmuxError } from '../../protocol/cmux-error.ts'

export function lockHome(path: string): Disposable {
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('begin exclusive')
  } catch (error) {
    database.close()
    throw new CmuxError('ALREADY_RUNNING', 'a server is running on this home directory already', {
      cause: error,
    })
  }
  return { [Symbol.dispose]: () => database.close() }
}
