// Puts a backup in place of the current state. What was there is set aside, never overwritten, and nothing is touched
// before the backup has proved whole.
import { createHash } from 'node:crypto'
import { copyFileSync, createReadStream, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import type { Backup } from '../protocol/backup.ts'
import { CmuxError } from '../protocol/cmux-error.ts'
import { timestampFromMs } from '../protocol/timestamp.ts'
import { syncPath } from './sync-path.ts'

const DATABASE = 'cmux.db'
/** The database's companions go with it: a log without its database would be replayed into the next one. */
const DATABASE_FILES = [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`]
/** Read by the next server: it tells of the restore in the history, and takes an empty home for what it is. */
const NOTE = 'restored.json'

export interface Restored {
  readonly from: string
  readonly setAside: string | null
}

/** `backup` undefined: begin without data. The caller has seen that no server runs. */
export async function restoreBackup(home: string, backup: Backup | undefined): Promise<Restored> {
  const folder = join(home, 'backups', backup?.id ?? '')
  if (backup) await verifyBackup(folder, backup)
  const names = backup?.files.map((file) => file.name) ?? []
  const setAside = moveAside(home, [...new Set([...DATABASE_FILES, ...names])])
  for (const name of names) copyDurably(join(folder, name), join(home, name))
  const restored: Restored = { from: backup?.id ?? 'nothing', setAside }
  writeFileSync(join(home, NOTE), JSON.stringify(restored), { mode: 0o600 })
  syncPath(home)
  return restored
}

async function verifyBackup(folder: string, backup: Backup): Promise<void> {
  for (const { name, sha256 } of backup.files) {
    const path = join(folder, name)
    if (!existsSync(path)) throw broken(backup, `${name} is missing`)
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    if (hash.digest('hex') !== sha256) throw broken(backup, `${name} is not what was backed up`)
  }
  const database = new DatabaseSync(join(folder, DATABASE), { readOnly: true })
  try {
    const [row] = database.prepare('pragma quick_check(1)').all()
    if (row?.['quick_check'] !== 'ok') throw broken(backup, String(row?.['quick_check']))
  } finally {
    database.close()
  }
}

function broken(backup: Backup, why: string): CmuxError {
  return new CmuxError('STORE_CORRUPT', `backup ${backup.id} is damaged: ${why}`, {
    hint: 'pick another one from `cmux backup list`',
  })
}

function moveAside(home: string, names: readonly string[]): string | null {
  const present = names.filter((name) => existsSync(join(home, name)))
  if (present.length === 0) return null
  const place = join(home, `set-aside-${timestampFromMs(Date.now()).replaceAll(/[:.]/g, '-')}`)
  mkdirSync(place, { mode: 0o700 })
  for (const name of present) renameSync(join(home, name), join(place, name))
  return place
}

function copyDurably(from: string, to: string): void {
  const building = `${to}.restoring`
  copyFileSync(from, building)
  syncPath(building)
  renameSync(building, to)
}
