// Puts a backup in place of the current state. What was there is set aside, never overwritten, and nothing is touched
// before the backup has proved whole.
import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
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
import { createZstdDecompress } from 'node:zlib'
import { storedName, type Backup, type BackupFile } from '../../protocol/releases/backup.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { mergeLedger } from './merge-ledger.ts'
import { syncPath } from '../build/sync-path.ts'

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
  const files = backup?.files ?? []
  try {
    // Whatever is broken, or does not fit on the disk, is found while everything is still in its place.
    if (backup) await unpackAll(home, backup)
    const names = files.map((file) => file.name)
    const setAside = moveAside(home, [...new Set([...DATABASE_FILES, ...names])])
    const present = setAside === null ? undefined : readText(join(setAside, LEDGER))
    for (const name of names) {
      renameSync(join(home, unpackedName(name)), join(home, name))
      syncPath(dirname(join(home, name)))
    }
    if (names.includes(LEDGER)) settleLedger(home, present)
    const restored: Restored = { from: backup?.id ?? 'nothing', setAside }
    writeFileSync(join(home, NOTE), JSON.stringify(restored), { mode: 0o600 })
    syncPath(home)
    return restored
  } finally {
    for (const { name } of files) rmSync(join(home, unpackedName(name)), { force: true })
  }
}

const unpackedName = (name: string) => `${name}.restoring`

/** Beside their places, each compared with its sum. */
async function unpackAll(home: string, backup: Backup): Promise<void> {
  const folder = join(home, 'backups', backup.id)
  for (const file of backup.files) {
    const to = join(home, unpackedName(file.name))
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
    await unpackFile(backup, { file, from: join(folder, storedName(file)), to })
  }
  checkDatabase(backup, join(home, unpackedName(DATABASE)))
}

interface Unpacking {
  readonly file: BackupFile
  readonly from: string
  readonly to: string
}

async function unpackFile(backup: Backup, { file, from, to }: Unpacking): Promise<void> {
  if (!existsSync(from)) throw broken(backup, `${storedName(file)} is missing`)
  const hash = createHash('sha256')
  const pass = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      hash.update(piece)
      yield piece
    }
  }
  const source = createReadStream(from)
  const target = createWriteStream(to, { mode: 0o600, flush: true })
  try {
    if (file.packed) await pipeline(source, createZstdDecompress(), pass, target)
    else await pipeline(source, pass, target)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // `Z_BUF_ERROR` is one that ends too soon.
    if (!file.packed || !/^Z(?:STD)?_/.test(code)) throw error
    throw broken(backup, `${storedName(file)} can't be unpacked`)
  }
  if (hash.digest('hex') !== file.sha256) throw broken(backup, `${file.name} is not what was backed up`)
}

function checkDatabase(backup: Backup, path: string): void {
  if (!existsSync(path)) throw broken(backup, `${DATABASE} is missing`)
  const database = new DatabaseSync(path, { readOnly: true })
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
