// Which schema the data of a home has, without changing anything. Whatever can't be read is unknown, never a verdict.
import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export interface SchemaVersion {
  readonly version: number
  /** The oldest code that can work with it. */
  readonly readableFrom: number
}

const BUSY_LIMIT_MS = 1000

export function readSchema(path: string): SchemaVersion | undefined {
  try {
    // SQLite deletes the log beside an empty file: that is no reader's to do.
    if (statSync(path).size === 0 || existsSync(`${path}-journal`)) return undefined
    const database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_LIMIT_MS })
    try {
      const query = 'select max(version) as version, max(readable_from) as readable from schema_versions'
      const row = database.prepare(query).get()
      const [version, readableFrom] = [row?.['version'], row?.['readable']]
      if (typeof version !== 'number' || typeof readableFrom !== 'number') return undefined
      return { version, readableFrom }
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}
