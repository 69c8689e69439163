// Old events go into segments: nothing is lost or changed on the way, whenever it is cut short, and what is done to a segment is found.
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sha256 } from '../../src/adapters/entropy/sha256.ts'
import { makeSegmentFiles, SEGMENTS_FOLDER } from '../../src/adapters/files/segment-files.ts'
import { allMigrations } from '../../src/adapters/store/migrations/all-migrations.ts'
import { prepareDatabase } from '../../src/adapters/store/prepare-database.ts'
import { makeArchiver, type ArchiveDeps } from '../../src/core/archive/archiver.ts'
import type { StoredEvent } from '../../src/core/audit/audit-log.ts'
import { searchHistory, searchPage } from '../../src/core/audit/search-history.ts'
import { verifyHistory } from '../../src/core/audit/verify-history.ts'
import { listBackups } from '../../src/host/backups/list-backups.ts'
import { restoreBackup } from '../../src/host/backups/restore-backup.ts'
import type { AgentName } from '../../src/protocol/ids.ts'
import { makeFakeClock } from '../fixtures/fake-clock.ts'
import { makeTestShelf, openTestStore, type TestStore } from '../fixtures/open-test-store.ts'
import { makeTempFolder, type TempFolder } from '../fixtures/temp-folder.ts'

const DAY_MS = 86_400_000
const POLICY = { keepDays: 90, events: 50, keepNewest: 20 }
const OLD = 180
/** Three whole pieces; the rest is not one. */
const EDGE = 150

let temp: TempFolder
let home: string
let clock: ReturnType<typeof makeFakeClock>
beforeEach(async () => {
  temp = makeTempFolder()
  home = temp.path
  clock = makeFakeClock()
  await using opened = await open()
  await append(opened, OLD)
  clock.advance(91 * DAY_MS)
  await append(opened, 5)
})
afterEach(() => temp[Symbol.dispose]())

const open = () => openTestStore(home, { clock })
const pause = () => Promise.resolve()

/** Every tenth under a key, and one that says how something stands. */
async function append({ store }: TestStore, count: number): Promise<void> {
  await store.write(async ({ events }) => {
    for (let number = 1; number <= count; number += 1) {
      const agent = (number % 3 === 0 ? 'anna' : 'ben') as AgentName
      const key = number % 10 === 0 ? `record-${clock.nowMs()}-${number}` : undefined
      const data = { record: String(number), kind: 'acted', detail: { agent, text: `näh ${number}` } }
      await events.append({ type: 'watchdog.acted', actor: `agent:${agent}`, data }, key)
    }
    const told = { sha256: `policy ${count}`, problem: null, rules: 0, defaults: 'on' }
    await events.append({ type: 'policy.changed', actor: 'system', data: told })
  })
}

const makeDeps = ({ store }: TestStore): ArchiveDeps => ({
  store,
  clock,
  sha256,
  files: makeSegmentFiles(join(home, SEGMENTS_FOLDER)),
  policy: POLICY,
  pause,
})
const archive = (opened: TestStore) => makeArchiver(makeDeps(opened)).look(new AbortController().signal)

const verify = async ({ store }: TestStore) => {
  const { broken, complete, hash } = await verifyHistory(
    { log: () => store.read.audit, anchors: [], sha256, clock, pause },
    { after: 0, limitMs: 60_000 },
  )
  return broken ? `${broken.kind} ${broken.first}-${broken.last}` : { complete, hash }
}

async function exportAll({ store }: TestStore): Promise<StoredEvent[]> {
  const rows: StoredEvent[] = []
  const deps = { log: () => store.read.audit, head: await store.read.events.head(), pause }
  for await (const found of searchHistory(deps, {}, { after: 0 })) rows.push(...found.rows)
  return rows
}

/** What is told of the archive comes at the end. */
const before = (rows: readonly StoredEvent[], known: readonly StoredEvent[]) => rows.slice(0, known.length)

const inDatabase = () => {
  using database = new DatabaseSync(join(home, 'cmux.db'), { readOnly: true })
  return database
    .prepare('select seq from events order by seq')
    .all()
    .map(({ seq }) => Number(seq))
}

const segments = () =>
  readdirSync(join(home, SEGMENTS_FOLDER)).toSorted((a, b) => parseInt(a, 10) - parseInt(b, 10))

test('[Y3] [P10] whole pieces that are old go; the chain holds over both, and everything is still exported as it was', async () => {
  await using opened = await open()
  const known = await exportAll(opened)
  expect(known).toHaveLength(187)
  await archive(opened)
  expect(segments().map((name) => name.split('-').slice(0, 2).join('-'))).toEqual([
    '1-50',
    '51-100',
    '101-150',
  ])
  // Those under a key are known again by it.
  expect(inDatabase().filter((seq) => seq <= EDGE)).toEqual([
    10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150,
  ])
  expect(await verify(opened)).toEqual({
    complete: true,
    hash: (await opened.store.read.audit.newest())?.hash,
  })
  const rows = await exportAll(opened)
  expect(before(rows, known)).toEqual(known)
  expect(rows.slice(known.length).map(({ type }) => type)).toEqual(Array(3).fill('history.archived'))
  expect(await opened.store.read.audit.linkAt(77)).toEqual({ seq: 77, hash: known[76]?.hash })
  // Nothing is done a second time.
  const files = segments()
  await archive(opened)
  expect([segments(), await exportAll(opened)]).toEqual([files, rows])
})

test('[Y3] pages of the audit are the same over the edge, forwards and backwards, by agent, type and time', async () => {
  await using opened = await open()
  const filters = [
    { agent: 'anna' },
    { actor: 'agent:ben' },
    { types: ['watchdog.*'] },
    { types: ['policy.changed'] },
    { from: new Date(clock.nowMs() - DAY_MS).toISOString() },
    { to: new Date(clock.nowMs() - DAY_MS).toISOString(), agent: 'ben' },
  ]
  const head = await opened.store.read.events.head()
  const read = async () => {
    const deps = { log: () => opened.store.read.audit, head, pause }
    const pages: unknown[] = []
    for (const filter of filters)
      for (const range of [
        { after: 0 },
        { after: 140 },
        { after: 0, before: 160 },
        { after: 0, before: 9999 },
      ])
        pages.push(await searchPage(deps, filter, { ...range, limit: 40 }))
    return pages
  }
  const known = await read()
  await archive(opened)
  expect(await read()).toEqual(known)
})

test('[Y3] [P10] an event that comes again under its key is known, though it is archived', async () => {
  await using opened = await open()
  const key = `record-${clock.nowMs() - 91 * DAY_MS}-10`
  await archive(opened)
  const head = await opened.store.read.events.head()
  const data = { record: '10', kind: 'acted', detail: {} }
  const event = { type: 'watchdog.acted', actor: 'agent:ben', data } as const
  const again = await opened.store.write(({ events }) => events.append(event, key))
  expect([again.seq, await opened.store.read.events.head()]).toEqual([10, head])
})

test('[Y3] two servers that archive at the same time, as in a swap, make each segment once', async () => {
  await using opened = await open()
  const known = await exportAll(opened)
  await Promise.all([archive(opened), archive(opened)])
  const rows = await exportAll(opened)
  expect([before(rows, known), rows.length]).toEqual([known, known.length + 3])
  expect([segments().length, await verify(opened)]).toEqual([3, { complete: true, hash: rows.at(-1)?.hash }])
})

/** Everything that is done on the way, counted; the one with this number fails, as if all ended there. */
function failAt(deps: ArchiveDeps, number: number): { deps: ArchiveDeps; steps: () => number } {
  let steps = 0
  const step = () => {
    steps += 1
    if (steps === number) throw new Error('ended')
  }
  const around = async <T>(work: () => Promise<T>) => {
    step()
    const result = await work()
    step()
    return result
  }
  const { store, files } = deps
  return {
    steps: () => steps,
    deps: {
      ...deps,
      store: {
        get read() {
          return store.read
        },
        write: (work) => around(() => store.write(work)),
      },
      files: { ...files, write: (...args) => around(() => files.write(...args)) },
      pause: () => around(pause),
    },
  }
}

test('[Y3] [P9] cut short at any step, the history is whole, and the next look ends it', async () => {
  let steps = 0
  for (let number = 1; number === 1 || number <= steps; number += 1) {
    temp[Symbol.dispose]()
    temp = makeTempFolder()
    home = temp.path
    clock = makeFakeClock()
    let known: StoredEvent[] = []
    {
      await using opened = await open()
      await append(opened, OLD)
      clock.advance(91 * DAY_MS)
      await append(opened, 5)
      known = await exportAll(opened)
      const failing = failAt(makeDeps(opened), number)
      await expect(makeArchiver(failing.deps).look(new AbortController().signal)).rejects.toThrow('ended')
    }
    await using opened = await open()
    expect([number, await verify(opened)]).toEqual([number, { complete: true, hash: expect.any(String) }])
    expect(before(await exportAll(opened), known)).toEqual(known)
    const counting = failAt(makeDeps(opened), 0)
    await makeArchiver(counting.deps).look(new AbortController().signal)
    if (number === 1) steps = counting.steps()
    expect(await opened.store.read.archive.edge()).toBe(EDGE)
    expect(inDatabase().filter((seq) => seq <= EDGE)).toHaveLength(15)
    expect(before(await exportAll(opened), known)).toEqual(known)
    expect(segments()).toHaveLength(3)
  }
  expect(steps).toBeGreaterThan(20)
})

const pathOf = (place: number) => join(home, SEGMENTS_FOLDER, segments()[place] ?? '')
const inSql = (sql: string) => () => {
  using database = new DatabaseSync(join(home, 'cmux.db'))
  database.exec(sql)
}
describe('[Y3] [P10] what is done to the archive is found', () => {
  /** As somebody does it who knows how: the file, its name and the row fit. */
  const rewrite = (change: (text: string) => string) => () => {
    const path = pathOf(1)
    const packed = zstdCompressSync(
      Buffer.from(change(zstdDecompressSync(readFileSync(path)).toString('utf8'))),
    )
    rmSync(path)
    const sum = sha256(packed as unknown as string)
    writeFileSync(path.replace(/[0-9a-f]{64}/, sum), packed)
    inSql(`update event_segments set sha256 = '${sum}' where first = 51`)()
  }
  const CASES: readonly (readonly [what: string, tamper: () => void, found: string])[] = [
    ['a segment that is gone', () => rmSync(pathOf(1)), 'missing 51-100'],
    ['the last one', () => rmSync(pathOf(2)), 'missing 101-150'],
    [
      'another byte',
      () => {
        chmodSync(pathOf(1), 0o600)
        const bytes = readFileSync(pathOf(1))
        bytes[bytes.length >> 1] = ~Number(bytes[bytes.length >> 1]) & 0xff
        writeFileSync(pathOf(1), bytes)
      },
      'missing 51-100',
    ],
    [
      'another word, with sums that fit',
      rewrite((text) => text.replace('näh 77', 'nah 77')),
      'changed 77-77',
    ],
    ['an event that is left out', rewrite((text) => text.replace(/.*"seq":60,.*\n/, '')), 'missing 60-60'],
    ['no JSON', rewrite((text) => text.replace('{"seq":60,', '{"seq":')), 'unsealed 0-0'],
    ['a row that is gone', inSql('delete from event_segments where first = 51'), 'missing 51-100'],
    ['all rows', inSql('delete from event_segments'), 'missing 1-9'],
    [
      'an event that is still inside',
      inSql(`update events set actor = 'nobody' where seq = 60`),
      'changed 60-60',
    ],
  ]
  test.each(CASES)('%s', async (_, tamper, found) => {
    {
      await using opened = await open()
      await archive(opened)
    }
    tamper()
    await using opened = await open()
    expect(await verify(opened)).toBe(found)
  })

  test('a history that does not hold is not sealed', async () => {
    inSql(`update events set actor = 'nobody' where seq = 60`)()
    await using opened = await open()
    await expect(archive(opened)).rejects.toThrow('events 51 to 100 are not archived')
    expect([await opened.store.read.archive.edge(), await verify(opened)]).toEqual([50, 'changed 60-60'])
  })
})

test('[Y3] [X5] a backup from before and one from after the archiving both come back with a whole history', async () => {
  const made = []
  {
    await using opened = await open()
    made.push(await opened.shelf.create('asked'))
    await archive(opened)
    made.push(await opened.shelf.create('asked'))
  }
  for (const { id } of made) {
    await restoreBackup(
      home,
      listBackups(home).find((backup) => backup.id === id),
    )
    await using opened = await open()
    expect(await verify(opened)).toEqual({ complete: true, hash: expect.any(String) })
    // The same segments are made again, under the same names.
    await archive(opened)
    expect(segments()).toHaveLength(3)
  }
})

test('[Y3] [R6] a release before goes on with such data, and the next one has a whole history', async () => {
  {
    await using opened = await open()
    await archive(opened)
  }
  const path = join(home, 'cmux.db')
  const migrations = allMigrations.filter(({ version }) => version < 26)
  await prepareDatabase({ path, clock, shelf: makeTestShelf(home, clock), expected: true, migrations })
  await using opened = await open()
  await append(opened, 3)
  expect(await verify(opened)).toEqual({ complete: true, hash: expect.any(String) })
  expect(existsSync(path)).toBe(true)
})
