// Which schema the data has, without changing anything. Whatever stands in the way makes it unknown, never a verdict.
import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export interface DataVersion {
  readonly version: number
  /** The oldest code that can work with it. */
  readonly readableFrom: number
}

export function readDataVersion(path: string): DataVersion | undefined {
  try {
    // SQLite deletes the log beside an empty file, and may not roll a journal back for a reader: both are for the server.
    if (statSync(path).size === 0 || existsSync(`${path}-journal`)) return undefined
    const database = new DatabaseSync(path, { readOnly: true, timeout: 0 })
    try {
      const query = 'select max(version) as version, max(readable_from) as readable from schema_versions'
      const row = database.prepare(query).get()
      const [version, readableFrom] = [row?.['version'], row?.['readable']]
      return typeof version === 'number' && typeof readableFrom === 'number'
        ? { version, readableFrom }
        : undefined
    } finally {
      database.close()
    }
  } catch {
    return undefined // missing, locked or damaged: the server says which
  }
}
