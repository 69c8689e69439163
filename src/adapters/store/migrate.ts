// Brings the schema up to date, one numbered migration a transaction, so that a crash leaves a whole version behind.
import type { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import type { Clock } from '../../core/clock.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { makeKyselyDialect } from './kysely-dialect.ts'
import type { Migration } from './migrations/migration.ts'
import type { Schema } from './schema.ts'

export interface SchemaState {
  /** The version of the data; 0 for a new file. */
  readonly version: number
  /** The oldest code that can work with it. */
  readonly readableFrom: number
}

export const NEW_FILE: SchemaState = { version: 0, readableFrom: 0 }

export function readSchemaState(database: DatabaseSync): SchemaState {
  const known =
    database.prepare("select 1 from sqlite_master where name = 'schema_versions'").all().length > 0
  if (!known) return NEW_FILE
  const query = `select coalesce(max(version), 0) as version, coalesce(max(readable_from), 0) as readable_from
    from schema_versions`
  const row = database.prepare(query).all()[0]
  return { version: Number(row?.['version']), readableFrom: Number(row?.['readable_from']) }
}

/** Which migrations are to be run. Refuses data that this code can no longer read. */
export function planMigrations(state: SchemaState, migrations: readonly Migration[]): Migration[] {
  const newest = migrations.at(-1)?.version ?? 0
  if (state.readableFrom > newest)
    throw new CmuxError(
      'STORE_TOO_NEW',
      `the data has schema ${state.version}, which needs code of schema ${state.readableFrom}; this is ${newest}`,
    )
  return migrations.filter((migration) => migration.version > state.version)
}

export async function migrate(
  database: DatabaseSync,
  pending: readonly Migration[],
  clock: Clock,
): Promise<void> {
  const db = new Kysely<Schema>({ dialect: makeKyselyDialect(database, (work) => Promise.resolve(work())) })
  for (const migration of pending) {
    database.exec('begin immediate')
    try {
      await ensureVersionTable(db)
      // Another server that started at the same time may have done it while we waited for our turn.
      if (readSchemaState(database).version < migration.version) await apply(db, migration, clock)
      database.exec('commit')
    } catch (error) {
      if (database.isTransaction) database.exec('rollback')
      throw error
    }
  }
}

async function apply(db: Kysely<Schema>, migration: Migration, clock: Clock): Promise<void> {
  await migration.up(db)
  const { version, name, readableFrom } = migration
  await db
    .insertInto('schema_versions')
    .values({ version, name, readable_from: readableFrom, applied_at: timestampFromMs(clock.nowMs()) })
    .execute()
}

async function ensureVersionTable(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('schema_versions')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('readable_from', 'integer', (column) => column.notNull())
    .addColumn('applied_at', 'text', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute()
}
