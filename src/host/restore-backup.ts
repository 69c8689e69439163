// Puts a backup in place of the current state. What was there is set aside, never overwritten, and nothing is touched
// before the backup has proved whole.
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import type { Backup } from '../protocol/backup.ts'
import { CmuxError } from '../protocol/cmux-error.ts'
import { timestampFromMs } from '../protocol/timestamp.ts'
import { mergeLedger } from './merge-ledger.ts'
import { syncPath } from './sync-path.ts'

const DATABASE = 'cmux.db'
/** The database's companions go with it: a log without its database would be replayed into the next one. */
const DATABASE_FILES = [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`]
/** What the watchdog thinks of releases. */
const LEDGER = 'watchdog/state.json'
const LEDGER_TWIN = 'watchdog/state.twin.json'
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
  const present = setAside === null ? undefined : readText(join(setAside, LEDGER))
  for (const name of names) copyDurably(join(folder, name), join(home, name))
  if (names.includes(LEDGER)) settleLedger(home, present)
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
  for (const name of present) {
    mkdirSync(dirname(join(place, name)), { recursive: true, mode: 0o700 })
    renameSync(join(home, name), join(place, name))
  }
  return place
}

/** What was learned of releases since then stays true, and a release that is gone by now can't be gone back to. */
function settleLedger(home: string, present: string | undefined): void {
  const releases = join(home, 'releases')
  const installed = existsSync(releases) ? readdirSync(releases) : []
  const ledger = mergeLedger(readText(join(home, LEDGER)), present, installed)
  // Its twin is read when it is damaged or not there, and must not tell of another time.
  for (const path of [LEDGER, LEDGER_TWIN].map((name) => join(home, name)))
    if (ledger === undefined) rmSync(path, { force: true })
    else writeDurably(path, ledger)
}

function readText(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function writeDurably(path: string, text: string): void {
  const building = `${path}.restoring`
  writeFileSync(building, text, { mode: 0o600 })
  syncPath(building)
  renameSync(building, path)
  syncPath(dirname(path))
}

function copyDurably(from: string, to: string): void {
  const building = `${to}.restoring`
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  copyFileSync(from, building)
  syncPath(building)
  renameSync(building, to)
  syncPath(dirname(to))
}
