// Backups as folders: built under a temporary name, synced, then renamed, so that a folder with a manifest is whole.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import type { BackupShelf } from '../../core/backups/backup-shelf.ts'
import type { Clock } from '../../core/clock.ts'
import type { Entropy } from '../../core/entropy.ts'
import { Backup } from '../../protocol/backup.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { readIfThere } from '../files/read-if-there.ts'
import { syncDirectory, writeAtomically } from '../files/write-atomically.ts'
import { readSchemaState } from './migrate.ts'
import { openReadConnection } from './connection.ts'

const DATABASE = 'cmux.db'
/** State files beside the database that belong to the same moment. */
const COMPANIONS = ['config.json']

export interface BackupShelfOptions {
  readonly home: string
  readonly release: string
  readonly clock: Clock
  readonly entropy: Entropy
}

export function makeBackupShelf({ home, release, clock, entropy }: BackupShelfOptions): BackupShelf {
  const shelf = join(home, 'backups')
  return {
    async list() {
      const names = await readdir(shelf).catch(() => [])
      const found = await Promise.all(names.map((name) => readBackup(join(shelf, name))))
      return found.filter((backup) => backup !== undefined).toSorted((a, b) => (a.id < b.id ? 1 : -1))
    },

    async create(reason) {
      const id = entropy.id('bak')
      const building = join(shelf, `.${id}.tmp`)
      await mkdir(building, { recursive: true, mode: 0o700 })
      try {
        await vacuumInto(join(home, DATABASE), join(building, DATABASE))
        for (const name of COMPANIONS)
          await copyFile(join(home, name), join(building, name)).catch(ignoreAbsence)
        const files = await Promise.all((await readdir(building)).map((name) => sealFile(building, name)))
        const schema = schemaOf(join(building, DATABASE))
        const backup: Backup = {
          id,
          reason,
          createdAt: timestampFromMs(clock.nowMs()),
          schema,
          release,
          files,
        }
        await writeAtomically(join(building, 'manifest.json'), `${JSON.stringify(backup, undefined, 2)}\n`)
        await rename(building, join(shelf, id))
        await syncDirectory(shelf)
        return backup
      } catch (error) {
        await rm(building, { recursive: true, force: true })
        throw error
      }
    },

    async remove(id) {
      await rm(join(shelf, id), { recursive: true, force: true })
    },
  }
}

async function readBackup(folder: string): Promise<Backup | undefined> {
  if (!folder.includes('bak_')) return undefined
  const text = await readIfThere(join(folder, 'manifest.json'))
  if (text === undefined) return undefined
  const parsed = Backup.safeParse(safeJson(text))
  return parsed.success ? parsed.data : undefined
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

/** Syncs the file (VACUUM INTO does not) and takes its sum. */
async function sealFile(folder: string, name: string): Promise<Backup['files'][number]> {
  const path = join(folder, name)
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { name, bytes: (await stat(path)).size, sha256: hash.digest('hex') }
}

function schemaOf(path: string): number {
  const database = openReadConnection(path)
  try {
    return readSchemaState(database).version
  } finally {
    database.close()
  }
}

function ignoreAbsence(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
