// A home for the rehearsal: the data as it is at this moment, the settings, and the owner's token. The live files are only
// ever read.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const BUSY_LIMIT_MS = 5000
/** The copy, the backup that a migration makes of it, and the log that both write. */
const ROOM_FACTOR = 3

/** What was copied, in words. */
export function copyHome(home: string, copy: string): string {
  const database = join(home, 'cmux.db')
  for (const folder of ['', 'tokens']) mkdirSync(join(copy, folder), { recursive: true, mode: 0o700 })
  writeFileSync(join(copy, 'config.json'), JSON.stringify(copiedConfig(home)), { mode: 0o600 })
  const owner = join('tokens', 'owner')
  if (existsSync(join(home, owner))) copyFileSync(join(home, owner), join(copy, owner))
  if (!existsSync(database)) return 'there is no data yet'
  refuseNarrow(home, statSync(database).size)
  copyDatabase(database, join(copy, 'cmux.db'))
  return `${statSync(join(copy, 'cmux.db')).size} bytes of data`
}

/** One consistent moment of it, while others go on writing. */
function copyDatabase(from: string, to: string): void {
  const database = new DatabaseSync(from, { readOnly: true, timeout: BUSY_LIMIT_MS })
  try {
    database.prepare('vacuum into ?').run(to)
  } finally {
    database.close()
  }
}

/** A rehearsal must not be what fills the disk. */
function refuseNarrow(home: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(home)
  if (bavail * bsize < bytes * ROOM_FACTOR)
    throw new Error(`there is no room for a copy: free ${bytes * ROOM_FACTOR} bytes of disk space`)
}

function copiedConfig(home: string): object {
  const path = join(home, 'config.json')
  try {
    const config = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as object) : {}
    return { ...config, host: '127.0.0.1', port: 0 }
  } catch (error) {
    throw new Error(`${path} can't be read: ${error instanceof Error ? error.message : ''}`, { cause: error })
  }
}
