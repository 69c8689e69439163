// Migrations only add, leave whole versions behind, and make what schema.ts says.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { makeSystemClock } from '../../src/adapters/clock/system-clock.ts'
import { migrate, readSchemaState } from '../../src/adapters/store/migrate.ts'
import { allMigrations } from '../../src/adapters/store/migrations/all-migrations.ts'
import type { Migration } from '../../src/adapters/store/migrations/migration.ts'
import { prepareDatabase } from '../../src/adapters/store/prepare-database.ts'
import type { Schema } from '../../src/adapters/store/schema.ts'
import { makeTestShelf, openTestStore } from '../fixtures/open-test-store.ts'
import { findFaults, readLedger } from '../fixtures/read-ledger.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'
import { writePair } from '../fixtures/write-pair.ts'

const clock = makeSystemClock()
const newest = allMigrations.length

const addMigration = (up: Migration['up'], change: Partial<Migration> = {}): readonly Migration[] => [
  ...allMigrations,
  { version: newest + 1, name: 'next', readableFrom: 1, up, ...change },
]

const addTable: Migration['up'] = async (db) => {
  await sql`create table extra (id text primary key) strict`.execute(db)
}

const refuse = () => Promise.reject(new Error('not today'))

/** Every table, column and index, each as one word. */
function listParts(database: DatabaseSync): string[] {
  const query = `
    select type || ' ' || name as part from sqlite_master
    union
    select 'column ' || m.name || '.' || c.name || ' ' || c.type || ' ' || c."notnull" || c.pk
    from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'
    union
    select 'index ' || m.name || ' (' || group_concat(x.name) || ')'
    from sqlite_master m, pragma_index_info(m.name) x where m.type = 'index' group by m.name`
  return database
    .prepare(query)
    .all()
    .map((row) => String(row['part']))
}

/** What each migration takes away, when they run one by one. */
async function listLosses(migrations: readonly Migration[]): Promise<string[]> {
  const database = new DatabaseSync(':memory:')
  const losses: string[] = []
  for (const migration of migrations) {
    const before = listParts(database)
    await migrate(database, [migration], clock)
    const after = new Set(listParts(database))
    losses.push(...before.filter((part) => !after.has(part)))
  }
  database.close()
  return losses
}

describe('the migrations', () => {
  test('[R6] are numbered from 1 without gaps, and never claim to be readable by less than before', () => {
    expect(allMigrations.map(({ version }) => version)).toEqual(allMigrations.map((_, index) => index + 1))
    const readableFrom = allMigrations.map((migration) => migration.readableFrom)
    expect(readableFrom).toEqual(readableFrom.toSorted((a, b) => a - b))
    expect(allMigrations.filter((migration) => migration.readableFrom > migration.version)).toEqual([])
  })

  test('[R6] only add: what one version has, the next has too', async () => {
    expect(await listLosses(allMigrations)).toEqual([])
  })

  test.each([
    ['a column', 'alter table tokens drop column label', ['column tokens.label TEXT 10']],
    ['a table', 'drop table login_codes', expect.arrayContaining(['table login_codes'])],
    ['a name', 'alter table events rename column at to moment', ['column events.at TEXT 10']],
  ])('[R6] that take away %s would be found', async (_what, statement, losses) => {
    const taking = addMigration(async (db) => {
      await sql.raw(statement).execute(db)
    })
    expect(await listLosses(taking)).toEqual(losses)
  })

  test('[R6] make the tables that the code believes in', async () => {
    const database = new DatabaseSync(':memory:')
    await migrate(database, allMigrations, clock)
    const rows = database
      .prepare(
        `select m.name as "table", c.name as "column", lower(c.type) as type, c."notnull" or c.pk as required
         from sqlite_master m, pragma_table_info(m.name) c
         where m.type = 'table' and m.name not glob '*_words*'`,
      )
      .all()
    const found: Record<string, Record<string, string>> = {}
    for (const { table, column, type, required } of rows) {
      const columns = (found[String(table)] ??= {})
      columns[String(column)] = `${String(type)}${required === 1 ? '' : ' or null'}`
    }
    expect(found).toEqual(TABLES)
    const strict = database
      // An index of words is made of tables of its own kind.
      .prepare(
        "select name from pragma_table_list where schema = 'main' and not strict and name not glob '*_words*'",
      )
      .all()
    expect(strict.map((row) => row['name'])).toEqual(['sqlite_schema'])
    database.close()
  })
})

type ColumnType<T> =
  `${NonNullable<T> extends number ? 'integer' : 'text'}${null extends T ? ' or null' : ''}`
type Tables = { [T in keyof Schema]: { [C in keyof Schema[T]]: ColumnType<Schema[T][C]> } }

const COUNTS = {
  turns: 'integer',
  tools: 'integer',
  restarts: 'integer',
  wall_ms: 'integer',
  input: 'integer',
  output: 'integer',
  cache_read: 'integer',
  cache_write: 'integer',
  nano_usd: 'integer',
  unpriced: 'integer',
} as const

/** The type checker holds this against schema.ts, the test above against the database. */
const TABLES = {
  events: {
    seq: 'integer',
    type: 'text',
    at: 'text',
    actor: 'text',
    data: 'text',
    key: 'text or null',
    hash: 'text or null',
  },
  event_seals: { seq: 'integer', hash: 'text' },
  event_segments: {
    first: 'integer',
    last: 'integer',
    hash: 'text',
    sha256: 'text',
    bytes: 'integer',
    archived_at: 'text',
  },
  tokens: {
    id: 'text',
    hash: 'text',
    role: 'text',
    agent: 'text or null',
    label: 'text',
    created_by: 'text',
    created_at: 'text',
    expires_at: 'text or null',
    revoked_at: 'text or null',
    generation: 'integer or null',
  },
  agents: {
    id: 'text',
    name: 'text',
    project: 'text or null',
    desired: 'text',
    status: 'text',
    generation: 'integer',
    created_at: 'text',
    removed_at: 'text or null',
    record: 'text',
  },
  agent_generations: {
    agent: 'text',
    generation: 'integer',
    started_at: 'text',
    why: 'text',
    asked: 'integer',
    conversation: 'text or null',
    ended_at: 'text or null',
    end: 'text or null',
  },
  agent_usage: {
    agent: 'text',
    message: 'text',
    at: 'text',
    model: 'text',
    input: 'integer',
    output: 'integer',
    cache_read: 'integer',
    cache_write: 'integer',
  },
  hook_answers: { request: 'text', answer: 'text', at: 'text' },
  projects: {
    id: 'text',
    name: 'text',
    path: 'text',
    main_branch: 'text',
    created_at: 'text',
    added_by: 'text',
    removed_at: 'text or null',
  },
  messages: {
    seq: 'integer',
    id: 'text',
    sender: 'text',
    trust: 'text',
    actor: 'text',
    receiver: 'text',
    agent: 'text or null',
    subject: 'text or null',
    body: 'text',
    bytes: 'integer',
    at: 'text',
    receipt: 'text',
    attempts: 'integer',
    waits_for: 'text or null',
    delivery: 'text or null',
    attachment: 'text or null',
    evidence: 'text',
  },
  deliveries: {
    id: 'text',
    agent: 'text',
    generation: 'integer',
    way: 'text',
    messages: 'text',
    state: 'text',
    opened_at: 'text',
    outcome: 'text or null',
  },
  mail_counts: { what: 'text', count: 'integer' },
  unread_counts: { receiver: 'text', sender: 'text', count: 'integer' },
  tasks: {
    seq: 'integer',
    id: 'text',
    title: 'text',
    body: 'text',
    state: 'text',
    priority: 'text',
    project: 'text or null',
    parent: 'text or null',
    assignee: 'text or null',
    generation: 'integer or null',
    assigner: 'text or null',
    message: 'text or null',
    mails: 'integer',
    offers: 'integer',
    result: 'text or null',
    created_by: 'text',
    created_at: 'text',
    updated_at: 'text',
  },
  task_dependencies: { task: 'text', needed: 'text' },
  task_history: {
    task: 'text',
    number: 'integer',
    at: 'text',
    actor: 'text',
    state: 'text',
    assignee: 'text or null',
    note: 'text or null',
  },
  changes: { seq: 'integer', id: 'text', project: 'text', state: 'text', record: 'text' },
  keepsakes: { agent: 'text', kind: 'text', at: 'text', record: 'text' },
  wards: { id: 'text', record: 'text' },
  conversations: {
    seq: 'integer',
    agent: 'text',
    entry: 'text',
    kind: 'text',
    session: 'text',
    subagent: 'text or null',
    at: 'text or null',
    text: 'text',
    tool: 'text or null',
    source: 'text',
    kept_at: 'text',
  },
  transcript_reads: { agent: 'text', path: 'text', offset: 'integer' },
  approvals: {
    seq: 'integer',
    id: 'text',
    kind: 'text',
    title: 'text',
    risk: 'text',
    content: 'text',
    sha256: 'text',
    requester: 'text',
    agent: 'text or null',
    generation: 'integer or null',
    project: 'text or null',
    why: 'text',
    in_dialog: 'integer',
    created_at: 'text',
    expires_at: 'text',
    state: 'text',
    decided_by: 'text or null',
    decided_at: 'text or null',
    reason: 'text or null',
    via: 'text or null',
    ended_at: 'text or null',
    ended_why: 'text or null',
    used_at: 'text or null',
    call: 'text or null',
    asker: 'text or null',
  },
  usage_hours: { hour: 'text', agent: 'text', project: 'text', task: 'text', model: 'text', ...COUNTS },
  usage_totals: { scope: 'text', period: 'text', ...COUNTS },
  budgets: { scope: 'text', per: 'text', record: 'text' },
  budget_marks: {
    scope: 'text',
    per: 'text',
    kind: 'text',
    period: 'text',
    level: 'text',
    bound: 'integer',
    at: 'text',
  },
  agent_transcripts: { agent: 'text', path: 'text', at: 'text' },
  login_codes: { id: 'text', hash: 'text', created_at: 'text', expires_at: 'text' },
  notices: {
    number: 'integer',
    id: 'text',
    channel: 'text',
    matter: 'text',
    state: 'text',
    due_at: 'text',
    ended_at: 'text or null',
    record: 'text',
  },
  notice_channels: {
    name: 'text',
    cursor: 'integer',
    failures: 'integer',
    failing_since: 'text or null',
    error: 'text or null',
    delivered_at: 'text or null',
  },
  journal: {
    seq: 'integer',
    id: 'text',
    project: 'text',
    day: 'text',
    at: 'text',
    kind: 'text',
    author: 'text',
    agent: 'text or null',
    text: 'text',
    bytes: 'integer',
    files: 'text',
  },
  journal_pages: { project: 'text', day: 'text', bytes: 'integer' },
  journal_cursors: { name: 'text', seq: 'integer' },
  kept_rules: { id: 'text', agent: 'text or null', project: 'text or null', record: 'text' },
  agent_ports: { id: 'text', agent: 'text', scope: 'text or null', record: 'text' },
  main_branches: { project: 'text', record: 'text' },
  watch_sources: { source: 'text', record: 'text' },
  alerts: {
    number: 'integer',
    id: 'text',
    matter: 'text',
    project: 'text or null',
    state: 'text',
    first_at: 'text',
    last_at: 'text',
    record: 'text',
  },
  schema_versions: { version: 'integer', name: 'text', readable_from: 'integer', applied_at: 'text' },
} as const satisfies Tables

/** A home with data of the newest version. */
async function makeUsedHome() {
  const folder = makeTempFolder()
  {
    await using opened = await openTestStore(folder.path)
    for (let number = 1; number <= 20; number += 1) await writePair(opened.store, number)
  }
  const path = join(folder.path, 'cmux.db')
  const shelf = makeTestShelf(folder.path)
  const prepare = (migrations: readonly Migration[]) =>
    prepareDatabase({ path, clock, shelf, expected: true, migrations })
  return { path, shelf, prepare, home: folder.path, [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

function look(path: string) {
  const database = new DatabaseSync(path, { readOnly: true })
  const state = { ...readSchemaState(database), parts: listParts(database) }
  database.close()
  return { ...state, ledger: readLedger(path) }
}

describe('migrating', () => {
  test('[R6] copies the data first, as it was', async () => {
    using used = await makeUsedHome()
    const before = look(used.path)
    expect(await used.prepare(addMigration(addTable))).toBe(newest + 1)
    const [backup, ...more] = await used.shelf.list()
    expect([backup, more]).toMatchObject([{ reason: 'migration', schema: newest }, []])
    expect(look(join(used.home, 'backups', backup?.id ?? '', 'cmux.db'))).toEqual(before)
    expect(look(used.path).parts).toContain('table extra')
  })

  test('[R6] copies nothing when there is nothing to migrate, nor on a first start', async () => {
    using used = await makeUsedHome()
    expect(await used.prepare(allMigrations)).toBe(newest)
    expect(await used.shelf.list()).toEqual([])
  })

  test('[R6] does not begin when the copy fails', async () => {
    using used = await makeUsedHome()
    const before = look(used.path)
    rmSync(join(used.home, 'backups'), { recursive: true, force: true })
    writeFileSync(join(used.home, 'backups'), 'in the way')
    await expect(used.prepare(addMigration(addTable))).rejects.toThrow(/EEXIST|ENOTDIR/)
    expect(look(used.path)).toEqual(before)
  })

  test('[R6] that throws leaves the version before, whole', async () => {
    using used = await makeUsedHome()
    const before = look(used.path)
    const failing = addMigration(async (db) => {
      await addTable(db)
      await sql`update tokens set label = 'half'`.execute(db)
      throw new Error('not today')
    })
    await expect(used.prepare(failing)).rejects.toThrow('not today')
    expect(look(used.path)).toEqual(before)
    expect(await used.prepare(addMigration(addTable))).toBe(newest + 1)
  })

  test('[R6] [P1] that is killed leaves the version before, whole, and can be done again', async () => {
    using used = await makeUsedHome()
    const before = look(used.path)
    const script = fileURLToPath(new URL('../fixtures/die-in-migration.ts', import.meta.url))
    const child = spawnSync(process.execPath, [script, used.home], { encoding: 'utf8' })
    expect(child).toMatchObject({ signal: 'SIGKILL', stderr: '' })
    const after = look(used.path)
    expect(after).toEqual(before)
    expect(findFaults(after.ledger)).toEqual([])
    expect(await used.prepare(addMigration(addTable))).toBe(newest + 1)
  })

  test('[R6] each migration is a step of its own: what came before a failing one stays', async () => {
    using used = await makeUsedHome()
    const two = [...addMigration(addTable), { version: newest + 2, name: 'bad', readableFrom: 1, up: refuse }]
    await expect(used.prepare(two)).rejects.toThrow('not today')
    expect(look(used.path)).toMatchObject({ version: newest + 1 })
  })
})

describe('a release and newer data', () => {
  test('[R6] that it can read: it runs, and changes nothing of the schema', async () => {
    using used = await makeUsedHome()
    await used.prepare(addMigration(addTable))
    const before = look(used.path)
    expect(await used.prepare(allMigrations)).toBe(newest + 1)
    expect(look(used.path)).toEqual(before)
    await using opened = await openTestStore(used.home, { expected: true })
    expect((await writePair(opened.store, 21)).seq).toBe(21)
  })

  test('[R6] that it cannot read: it refuses, and the file is not touched', async () => {
    using used = await makeUsedHome()
    await used.prepare(addMigration(addTable, { readableFrom: newest + 1 }))
    const before = readFileSync(used.path)
    await expect(used.prepare(allMigrations)).rejects.toMatchObject({
      code: 'STORE_TOO_NEW',
      recovery: 'rollback',
    })
    expect(readFileSync(used.path).equals(before)).toBe(true)
  })
})
