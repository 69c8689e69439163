// Makes the file fit to be opened: looked at, set aside when damaged, copied before it is changed, migrated.
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { BackupShelf } from '../../core/backups/backup-shelf.ts'
import type { Clock } from '../../core/clock.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { syncDirectory } from '../files/write-atomically.ts'
import { checkIntegrity } from './check-integrity.ts'
import { migrate, planMigrations, readSchemaState } from './migrate.ts'
import { allMigrations } from './migrations/all-migrations.ts'
import type { Migration } from './migrations/migration.ts'
import { openReadConnection, openWriteConnection } from './connection.ts'
import { losesTrust, storeErrorFrom } from './store-error.ts'

export interface PrepareOptions {
  readonly path: string
  readonly clock: Clock
  readonly shelf: BackupShelf
  /** True when this home had a database before: then a missing one is a loss, not a first start. */
  readonly expected: boolean
  readonly migrations?: readonly Migration[]
}

/** The schema version that the database has now. */
export async function prepareDatabase(options: PrepareOptions): Promise<number> {
  const { path, clock, shelf, expected, migrations = allMigrations } = options
  const present = existsSync(path)
  if (!present && expected) throw await refuseMissing(path, shelf)
  if (present) await refuseDamaged(path, shelf, clock)
  try {
    const pending = planPending(path, present, migrations)
    if (present && pending.length > 0) await shelf.create('migration')
    const database = openWriteConnection(path)
    try {
      await migrate(database, pending, clock)
      return readSchemaState(database).version
    } finally {
      database.close()
    }
  } catch (error) {
    throw storeErrorFrom(error)
  }
}

function planPending(path: string, present: boolean, migrations: readonly Migration[]): Migration[] {
  if (!present) return [...migrations]
  return withReader(path, (database) => planMigrations(readSchemaState(database), migrations))
}

async function refuseMissing(path: string, shelf: BackupShelf): Promise<CmuxError> {
  return new CmuxError('STORE_MISSING', `the database ${path} is gone`, { hint: await offerBackup(shelf) })
}

async function refuseDamaged(path: string, shelf: BackupShelf, clock: Clock): Promise<void> {
  const finding = findDamage(path)
  if (finding === undefined) return
  const place = await setAside(path, clock)
  throw new CmuxError('STORE_CORRUPT', `the database is damaged (${finding}) and was set aside as ${place}`, {
    hint: await offerBackup(shelf),
  })
}

function findDamage(path: string): string | undefined {
  try {
    return withReader(path, checkIntegrity)
  } catch (error) {
    if (losesTrust(error) && error instanceof Error) return error.message
    throw storeErrorFrom(error)
  }
}

/** Moves the database with its log to a folder of its own beside it. Nothing is ever overwritten. */
async function setAside(path: string, clock: Clock): Promise<string> {
  const folder = join(dirname(path), `set-aside-${timestampFromMs(clock.nowMs()).replaceAll(/[:.]/g, '-')}`)
  await mkdir(folder, { mode: 0o700 })
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(path + suffix)) await rename(path + suffix, join(folder, basename(path) + suffix))
  await syncDirectory(dirname(path))
  return folder
}

async function offerBackup(shelf: BackupShelf): Promise<string> {
  const [newest] = await shelf.list()
  if (!newest) return 'there is no backup; `cmux backup restore --empty` begins without data'
  return `the newest backup is ${newest.id} of ${newest.createdAt}: run \`cmux backup restore ${newest.id}\``
}

function withReader<T>(path: string, use: (database: DatabaseSync) => T): T {
  const database = openReadConnection(path)
  try {
    return use(database)
  } finally {
    database.close()
  }
}
