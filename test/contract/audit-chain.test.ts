// The history is tamper-evident: whatever is changed in the database file is found, and where.
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSystemClock } from '../../src/adapters/clock/system-clock.ts'
import { sha256 } from '../../src/adapters/entropy/sha256.ts'
import { migrate } from '../../src/adapters/store/migrate.ts'
import { allMigrations } from '../../src/adapters/store/migrations/all-migrations.ts'
import { makeSqliteStore } from '../../src/adapters/store/sqlite-store.ts'
import { CHAIN_START, linkEvent, type Link, type WrittenEvent } from '../../src/core/audit/link-event.ts'
import { verifyHistory } from '../../src/core/audit/verify-history.ts'
import { openTestStore } from '../fixtures/open-test-store.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'
import { putPair, writePair } from '../fixtures/write-pair.ts'

const clock = makeSystemClock()
const folder = makeTempFolder()
const path = join(folder.path, 'cmux.db')
/** Before there were hashes: two pieces with a seal each, and a third that is not full. */
const OLD = 2500
/** With hashes, then by an older release after a rollback, then with hashes again. */
const [FIRST, LOOSE, HEAD] = [2501, 2521, 2550]
let anchors: Link[] = []

beforeAll(async () => {
  const old = new DatabaseSync(path)
  await migrate(
    old,
    allMigrations.slice(
      0,
      allMigrations.findIndex(({ name }) => name === 'event hashes'),
    ),
    clock,
  )
  writeWithoutHashes(old, 1, OLD)
  old.close()
  await writeHashed(FIRST, 2520)
  const older = new DatabaseSync(path)
  writeWithoutHashes(older, LOOSE, 2530)
  older.close()
  await writeHashed(2531, HEAD)
  anchors = [await linkAt(2510), await linkAt(2540)]
})

afterAll(() => folder[Symbol.dispose]())

function writeWithoutHashes(database: DatabaseSync, first: number, last: number): void {
  const insert = database.prepare('insert into events (seq, type, at, actor, data) values (?, ?, ?, ?, ?)')
  for (let seq = first; seq <= last; seq += 1)
    insert.run(seq, 'tool.ended', '2026-01-01T00:00:00.000Z', 'agent:anna', JSON.stringify({ seq }))
}

async function writeHashed(first: number, last: number): Promise<void> {
  await using opened = await openTestStore(folder.path, { expected: true })
  for (let number = first; number <= last; number += 1) await writePair(opened.store, number)
}

async function linkAt(seq: number): Promise<Link> {
  return withStore(path, async (log) => (await log().linkAt(seq)) ?? CHAIN_START)
}

type Log = Parameters<typeof verifyHistory>[0]['log']

async function withStore<T>(file: string, use: (log: Log) => Promise<T>): Promise<T> {
  const store = makeSqliteStore({
    path: file,
    clock,
    onCommit: () => undefined,
    onLostTrust: () => undefined,
  })
  try {
    return await use(() => store.read.audit)
  } finally {
    await store.close()
  }
}

const verify = (file: string, limitMs = 60_000, after = 0) =>
  withStore(file, (log) =>
    verifyHistory({ log, anchors, sha256, clock, pause: () => Promise.resolve() }, { after, limitMs }),
  )

/** What somebody does to the file who can write it. */
type Tamper = string | ((database: DatabaseSync) => void)

async function findBreak(tamper: Tamper): Promise<string> {
  using place = makeTempFolder()
  const copy = join(place.path, 'cmux.db')
  copyFileSync(path, copy)
  const database = new DatabaseSync(copy)
  if (typeof tamper === 'string') database.exec(tamper)
  else tamper(database)
  database.close()
  const { broken } = await verify(copy)
  return broken ? `${broken.kind} ${broken.first}-${broken.last}` : 'whole'
}

/** To a sign that is nowhere in it: a digit might have been there already. */
const flip = (column: string, seq: number) =>
  `update events set ${column} = substr(${column}, 1, length(${column}) - 2) || '~' || substr(${column}, -1) where seq = ${seq}`
const shift = (from: number, by: number) =>
  `update events set seq = -seq where seq >= ${from}; update events set seq = -seq + ${by} where seq < 0;`

/** All from a number on gets new hashes that fit, as somebody would do it who knows how. */
function rewriteFrom(database: DatabaseSync, first: number): void {
  database.exec(`update events set actor = 'nobody' where seq = ${first}`)
  const update = database.prepare('update events set hash = ? where seq = ?')
  let hash = String(database.prepare('select hash from events where seq = ?').all(first - 1)[0]?.['hash'])
  for (const row of database.prepare('select * from events where seq >= ? order by seq').all(first)) {
    hash = linkEvent(hash, row as unknown as WrittenEvent, sha256)
    update.run(hash, Number(row['seq']))
  }
}

const CASES: readonly [what: string, tamper: Tamper, finding: string][] = [
  ['nothing', 'select 1', 'whole'],
  ['a byte of the data', flip('data', 2515), 'changed 2515-2515'],
  ['a byte of the time', flip('at', 2515), 'changed 2515-2515'],
  ['a byte of the actor', flip('actor', 2515), 'changed 2515-2515'],
  ['a byte of the type', flip('type', 2515), 'changed 2515-2515'],
  ['a byte of a hash', flip('hash', 2515), 'changed 2515-2515'],
  ['the data of the first event', flip('data', FIRST), 'changed 2501-2501'],
  ['the data of the newest event', flip('data', HEAD), 'changed 2550-2550'],
  ['a blank in the data', `update events set data = data || ' ' where seq = 2515`, 'changed 2515-2515'],
  ['a deleted event', 'delete from events where seq = 2515', 'missing 2515-2515'],
  ['some deleted events', 'delete from events where seq between 2515 and 2519', 'missing 2515-2519'],
  [
    'a deleted event, with the rest moved up',
    `delete from events where seq = 2515; ${shift(2516, -1)}`,
    'changed 2515-2515',
  ],
  [
    'a swapped pair',
    'update events set seq = -1 where seq = 2515; update events set seq = 2515 where seq = 2516; update events set seq = 2516 where seq = -1',
    'changed 2515-2515',
  ],
  [
    'an inserted event',
    `${shift(2515, 1)} insert into events select 2515, type, at, actor, data, null, hash from events where seq = 2514`,
    'changed 2515-2515',
  ],
  [
    'an inserted event without a hash',
    `${shift(2515, 1)} insert into events select 2515, type, at, actor, data, null, null from events where seq = 2514`,
    'unsealed 2515-2515',
  ],
  [
    'an event before the first',
    `insert into events values (0, 'x', 'x', 'x', '{}', null, null)`,
    'unsealed 0-0',
  ],
  [
    'an event without a hash at the end',
    `insert into events values (2551, 'x', 'x', 'x', '{}', null, null)`,
    'unsealed 2551-2551',
  ],
  ['a hash taken away', 'update events set hash = null where seq = 2515', 'unsealed 2515-2515'],
  ['one of the old events', flip('data', 1234), 'changed 1001-2000'],
  ['one of the last old events', flip('data', 2400), 'changed 2001-2500'],
  ['a deleted old event', 'delete from events where seq = 1234', 'missing 1234-1234'],
  ['an event of an older release', flip('data', 2525), 'changed 2521-2530'],
  ['a seal taken away', 'delete from event_seals where seq = 2530', 'unsealed 2521-2530'],
  ['a tail cut off below an anchor', 'delete from events where seq > 2535', 'cut 2536-2540'],
  ['everything from a number on rewritten', (database) => rewriteFrom(database, 2535), 'rewritten 2511-2540'],
  ['everything gone', 'delete from events', 'cut 1-2540'],
]

describe('a history in which somebody has changed', () => {
  test.each(CASES)('[P10] %s', async (_, tamper, finding) => {
    expect(await findBreak(tamper)).toBe(finding)
  })
})

describe('the chain', () => {
  test('[P10] is followed to the end, and what carries no hash is counted', async () => {
    expect(await verify(path)).toMatchObject({ complete: true, checkedTo: HEAD, head: HEAD, loose: OLD + 10 })
  })

  test('[P8] is followed for a limited time, and goes on from where it was left', async () => {
    const part = await verify(path, 0)
    expect(part).toMatchObject({ complete: false, head: HEAD, hash: null, broken: null })
    const { hash } = await verify(path)
    expect(await verify(path, 60_000, FIRST + 3)).toMatchObject({ complete: true, hash })
  })

  test('[P10] has no hole where a write was undone among others', async () => {
    using place = makeTempFolder()
    const opened = await openTestStore(place.path)
    const { store } = opened
    const failing = store.write(async (writer) => {
      await putPair(writer, 2)
      throw new Error('not today')
    })
    await Promise.allSettled([writePair(store, 1), failing, writePair(store, 3)])
    const deps = { log: () => store.read.audit, anchors: [], sha256, clock, pause: () => Promise.resolve() }
    const found = await verifyHistory(deps, { after: 0, limitMs: 60_000 })
    await store.close()
    expect(found).toMatchObject({ complete: true, checkedTo: 2, head: 2, broken: null })
  })
})
