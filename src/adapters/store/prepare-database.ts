// Makes the file fit to be opened: looked at, set aside when damaged, copied before it is changed, migrated.
import { existsSync, statSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { BackupShelf } from '../../core/backups/backup-shelf.ts'
import type { Clock } from '../../core/clock.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { syncDirectory } from '../files/write-atomically.ts'
import { checkIntegrity } from './check-integrity.ts'
import { readVerdict, VERDICT_FILE, writeVerdict } from './database-verdict.ts'
import { migrate, NEW_FILE, planMigrations, readSchemaState } from './migrate.ts'
import { allMigrations } from './migrations/all-migrations.ts'
import type { Migration } from './migrations/migration.ts'
import { createWriteConnection, openReadConnection } from './connection.ts'
import { sealLooseEvents } from './seal-loose-events.ts'
import { saysDamaged, storeErrorFrom } from './store-error.ts'

export interface PrepareOptions {
  readonly path: string
  readonly clock: Clock
  readonly shelf: BackupShelf
  /** True when this home had a database before: then a missing one is a loss, not a first start. */
  readonly expected: boolean
  /** Another server has the file open, and goes on writing to it wherever it is moved. */
  readonly isLed?: boolean
  readonly migrations?: readonly Migration[]
}

/** The schema version that the database has now. */
export async function prepareDatabase(options: PrepareOptions): Promise<number> {
  const { path, clock, shelf, expected, migrations = allMigrations } = options
  const isPresent = existsSync(path)
  // A log without its database is never left by a crash of ours: somebody took the database away.
  if (!isPresent && (expected || existsSync(`${path}-wal`))) throw await refuseMissing(path, shelf)
  if (isPresent) await refuseDamaged(options)
  try {
    const state = isPresent ? withReader(path, readSchemaState) : NEW_FILE
    const pending = planMigrations(state, migrations)
    if (state.version > 0 && pending.length > 0) await shelf.create('migration')
    const database = createWriteConnection(path)
    try {
      await migrate(database, pending, clock)
      sealLooseEvents(database)
      return readSchemaState(database).version
    } finally {
      database.close()
    }
  } catch (error) {
    throw storeErrorFrom(error)
  }
}

async function refuseMissing(path: string, shelf: BackupShelf): Promise<CmuxError> {
  return new CmuxError('STORE_MISSING', `the database ${path} is gone`, { hint: await offerBackup(shelf) })
}

async function refuseDamaged({ path, shelf, clock, expected, isLed }: PrepareOptions): Promise<void> {
  const finding = findDamage({ path, clock, expected })
  if (finding === undefined) return
  if (isLed) throw new CmuxError('STORE_CORRUPT', `the database is damaged (${finding}) and in use`)
  const place = await setAside(path, clock)
  throw new CmuxError('STORE_CORRUPT', `the database is damaged (${finding}) and was set aside as ${place}`, {
    hint: await offerBackup(shelf),
  })
}

function findDamage({
  path,
  clock,
  expected,
}: Pick<PrepareOptions, 'path' | 'clock' | 'expected'>): string | undefined {
  // Before SQLite sees it: on opening an empty file it deletes the log beside it, which may hold everything.
  const isEmpty = statSync(path).size === 0
  if (isEmpty && (expected || existsSync(`${path}-wal`))) return 'the file is empty'
  try {
    finishJournal(path)
    const known = readVerdict(path)
    if (known?.state === 'damaged') return known.detail
    const isSuspect = known?.state === 'suspect'
    const how = isSuspect ? 'whole' : 'as far as is quick'
    const finding = withReader(path, (database) => checkIntegrity(database, how))
    if (finding !== undefined) return finding
    if (isSuspect) writeVerdict(path, { at: timestampFromMs(clock.nowMs()), state: 'sound', detail: '' })
    return withReader(path, (database) => findLoss(database, expected))
  } catch (error) {
    if (saysDamaged(error) && error instanceof Error) return error.message
    throw storeErrorFrom(error)
  }
}

/** A first start that was killed leaves a journal, which has to be rolled back and which a reader may not touch. */
function finishJournal(path: string): void {
  if (!existsSync(`${path}-journal`)) return
  const database = new DatabaseSync(path)
  try {
    readSchemaState(database)
  } finally {
    database.close()
  }
}

function findLoss(database: DatabaseSync, expected: boolean): string | undefined {
  return expected && readSchemaState(database).version === 0 ? 'it holds no data' : undefined
}

/** Moves the database with its log to a folder of its own beside it. Nothing is ever overwritten. */
async function setAside(path: string, clock: Clock): Promise<string> {
  const folder = join(dirname(path), `set-aside-${timestampFromMs(clock.nowMs()).replaceAll(/[:.]/g, '-')}`)
  await mkdir(folder, { mode: 0o700 })
  for (const suffix of ['', '-wal', '-shm', '-journal'])
    if (existsSync(path + suffix)) await rename(path + suffix, join(folder, basename(path) + suffix))
  const verdict = join(dirname(path), VERDICT_FILE)
  if (existsSync(verdict)) await rename(verdict, join(folder, VERDICT_FILE))
  for (const changed of [folder, dirname(path)]) await syncDirectory(changed)
  return folder
}

async function offerBackup(shelf: BackupShelf): Promise<string> {
  for (const backup of await shelf.list()) {
    if (!(await shelf.isWhole(backup))) continue
    return `the newest whole backup is ${backup.id} of ${backup.createdAt}: run \`cmux backup restore ${backup.id}\``
  }
  return 'there is no whole backup; `cmux backup restore --empty` begins without data'
}

function withReader<T>(path: string, use: (database: DatabaseSync) => T): T {
  const database = openReadConnection(path)
  try {
    return use(database)
  } finally {
    database.close()
  }
}
