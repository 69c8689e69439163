// Backups as folders: built under a temporary name, synced, then renamed, so that a folder with a manifest is whole.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { BackupShelf } from '../../core/backups/backup-shelf.ts'
import type { Clock } from '../../core/clock.ts'
import type { Entropy } from '../../core/entropy.ts'
import {
  Backup,
  BackupPlan,
  storedName,
  type BackupFile,
  type BackupReason,
} from '../../protocol/releases/backup.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { BackupId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { readIfThere } from '../files/read-if-there.ts'
import { syncDirectory, writeAtomically } from '../files/write-atomically.ts'
import { packFile } from '../files/pack-file.ts'
import { listCompanions } from './list-companions.ts'
import { readSchemaState } from './migrate.ts'
import { openReadConnection } from './connection.ts'

const DATABASE = 'cmux.db'
const MANIFEST = 'manifest.json'
const PLAN = 'plan.json'
/** The copy, and the same compressed, which may be half of it. */
const ROOM_FACTOR = 1.5
/** What stays free for the database and its log: a backup must not be what fills the disk. */
const RESERVE_BYTES = 32 * 1024 ** 2

export interface BackupShelfOptions {
  readonly home: string
  readonly release: string
  readonly clock: Clock
  readonly entropy: Entropy
}

export function makeBackupShelf(options: BackupShelfOptions): BackupShelf {
  const { home, entropy } = options
  const shelf = join(home, 'backups')
  const building = new Set<string>()
  return {
    async list() {
      const names = await listFolder(shelf)
      const found = await Promise.all(names.map((name) => readBackup(shelf, name)))
      return found.filter((backup) => backup !== undefined).toSorted((a, b) => (a.id < b.id ? 1 : -1))
    },

    async isWhole(backup) {
      if (!backup.files.some(({ name }) => name === DATABASE)) return false
      const folder = join(shelf, backup.id)
      const files = await Promise.all(backup.files.map((file) => sumAgain(folder, file).catch(ignoreAbsence)))
      return isDeepStrictEqual(files, backup.files)
    },

    async create(reason) {
      const id = entropy.id('bak')
      const name = temporaryName(id)
      building.add(name)
      try {
        await clearLeftovers(shelf, building)
        // What a migration needs is tried all the same: without it nothing starts.
        if (reason !== 'migration') await requireRoom(home)
        await mkdir(join(shelf, name), { recursive: true, mode: 0o700 })
        const backup = await fillFolder(options, join(shelf, name), id, reason)
        await rename(join(shelf, name), join(shelf, id))
        await syncDirectory(shelf)
        return backup
      } catch (error) {
        await rm(join(shelf, name), { recursive: true, force: true })
        throw error
      } finally {
        building.delete(name)
      }
    },

    async remove(id) {
      // In one step out of the list: a folder that lost some of its files must not look like a backup.
      const leaving = join(shelf, temporaryName(id))
      await rename(join(shelf, id), leaving).catch(ignoreAbsence)
      await rm(leaving, { recursive: true, force: true })
    },

    async readPlan() {
      const text = await readIfThere(join(shelf, PLAN))
      return BackupPlan.safeParse(text === undefined ? [] : safeJson(text)).data ?? []
    },

    writePlan: (plan) => writeAtomically(join(shelf, PLAN), `${JSON.stringify(plan, undefined, 2)}\n`),
  }
}

async function requireRoom(home: string): Promise<void> {
  const { bavail, bsize } = await statfs(home)
  const needed = (await stat(join(home, DATABASE))).size * ROOM_FACTOR + RESERVE_BYTES
  if (bavail * bsize >= needed) return
  throw new CmuxError(
    'DISK_FULL',
    `a backup needs ${inMib(needed)} of disk, and ${inMib(bavail * bsize)} are free`,
    {
      hint: 'delete something on the disk of cmux; `cmux backup list` shows what backups take',
    },
  )
}

const inMib = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MiB`

/** With its maker's number: two servers that start at the same time may both make one. */
const temporaryName = (id: BackupId) => `.${id}.${process.pid}.tmp`

/** What a crash left half made or half removed. Older releases gave no number. */
async function clearLeftovers(shelf: string, building: ReadonlySet<string>): Promise<void> {
  for (const name of await listFolder(shelf)) {
    const [temporary, maker] = /^\.bak_\w+?(?:\.(\d+))?\.tmp$/.exec(name) ?? []
    if (temporary === undefined || building.has(name) || isAnothers(maker)) continue
    await rm(join(shelf, name), { recursive: true, force: true })
  }
}

function isAnothers(maker: string | undefined): boolean {
  if (maker === undefined || Number(maker) === process.pid) return false
  try {
    process.kill(Number(maker), 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function fillFolder(
  { home, release, clock }: BackupShelfOptions,
  folder: string,
  id: BackupId,
  reason: BackupReason,
): Promise<Backup> {
  await vacuumInto(join(home, DATABASE), join(folder, DATABASE))
  const copied = [DATABASE]
  for (const name of await listCompanions(home)) if (await copyInto(home, folder, name)) copied.push(name)
  const state = readState(join(folder, DATABASE))
  // A release before, which a migration's copy is for, knows of no compressed files.
  const isPacked = (name: string) => name === DATABASE && reason !== 'migration'
  const files = await Promise.all(
    copied.map((name) => (isPacked(name) ? packDatabase(folder) : sealFile(folder, name))),
  )
  for (const below of new Set(copied.map((name) => dirname(name)))) await syncDirectory(join(folder, below))
  const createdAt = timestampFromMs(clock.nowMs())
  const backup: Backup = { id, reason, createdAt, ...state, release, files }
  await writeAtomically(join(folder, MANIFEST), `${JSON.stringify(backup, undefined, 2)}\n`)
  return backup
}

/** False when it is gone by now. */
async function copyInto(home: string, folder: string, name: string): Promise<boolean> {
  const copy = join(folder, name)
  await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
  try {
    await copyFile(join(home, name), copy)
  } catch (error) {
    ignoreAbsence(error)
    return false
  }
  // A copy has the mode of its original, which may be read-only.
  await chmod(copy, 0o600)
  return true
}

async function listFolder(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(ignoreAbsence)) ?? []
}

async function readBackup(shelf: string, name: string): Promise<Backup | undefined> {
  const text = await readIfThere(join(shelf, name, MANIFEST)).catch(ignoreAbsence)
  const parsed = Backup.safeParse(text === undefined ? undefined : safeJson(text))
  return parsed.success && parsed.data.id === name ? parsed.data : undefined
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // not JSON, so not a manifest: the caller's schema says so
  }
}

/** In a thread, since copying a large database would hold up every request. */
const VACUUM = `
  const { workerData } = require('node:worker_threads')
  const { DatabaseSync } = require('node:sqlite')
  const database = new DatabaseSync(workerData.from, { readOnly: true, timeout: 5000 })
  database.prepare('vacuum into ?').run(workerData.to)
  database.close()
`

async function vacuumInto(from: string, to: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const worker = new Worker(VACUUM, { eval: true, workerData: { from, to } })
  worker.once('error', reject)
  worker.once('exit', (code) =>
    code === 0 ? resolve() : reject(new Error(`the copy ended with code ${code}`)),
  )
  await promise
}

async function packDatabase(folder: string): Promise<BackupFile> {
  const path = join(folder, DATABASE)
  const { content, packed } = await packFile(path, `${path}.zst`)
  await rm(path)
  return { name: DATABASE, ...content, packed }
}

/** What the file has now, in the words of the manifest. Of a compressed one that file is read, which holds sums of its own. */
async function sumAgain(folder: string, file: BackupFile): Promise<BackupFile> {
  const { bytes, sha256 } = await sumFile(folder, storedName(file))
  if (!file.packed) return { name: file.name, bytes, sha256 }
  return { ...file, packed: { bytes, sha256 } }
}

/** Syncs the file (VACUUM INTO does not) and takes its sum. */
async function sealFile(folder: string, name: string): Promise<BackupFile> {
  const file = await open(join(folder, name), 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  return sumFile(folder, name)
}

async function sumFile(folder: string, name: string): Promise<BackupFile> {
  const path = join(folder, name)
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { name, bytes: (await stat(path)).size, sha256: hash.digest('hex') }
}

/** Which schema the copy has, and how its history ends. It may be older than the hashes. */
function readState(path: string): Pick<Backup, 'schema' | 'history'> {
  const database = openReadConnection(path)
  try {
    const schema = readSchemaState(database).version
    const [row] = database.prepare('select * from events order by seq desc limit 1').all()
    const hash = row?.['hash']
    return { schema, ...(typeof hash === 'string' && { history: { seq: Number(row?.['seq']), hash } }) }
  } finally {
    database.close()
  }
}

/** Something else in place of a file or a folder is as good as none; any other failure is an error (P9). */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'EISDIR'])

function ignoreAbsence(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && ABSENT.has(String(error.code)))) throw error
}
