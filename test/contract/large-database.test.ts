// A database that is too large to be checked at each start: what a start still sees of damage, and what the check in the background
// makes of the rest.
import { copyFileSync, existsSync, readdirSync, renameSync, truncateSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { makeSystemClock } from '../../src/adapters/clock/system-clock.ts'
import { checkDatabase } from '../../src/adapters/process/check-database.ts'
import { WHOLE_CHECK_MAX_BYTES } from '../../src/adapters/store/check-integrity.ts'
import { readVerdict, writeVerdict } from '../../src/adapters/store/database-verdict.ts'
import { prepareDatabase } from '../../src/adapters/store/prepare-database.ts'
import type { Noticed } from '../../src/core/alerts/raise-alerts.ts'
import { makeDatabaseCare } from '../../src/server/database-care.ts'
import { examineEnvironment } from '../../src/watchdog/machine/examine-environment.ts'
import { damageLeaf, fillDatabase } from '../fixtures/large-database.ts'
import { makeTestShelf, openTestStore, type TestStore } from '../fixtures/open-test-store.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'
import { writePair } from '../fixtures/write-pair.ts'

const clock = makeSystemClock()
const PAGE_BYTES = 4096
const AT = '2026-01-01T00:00:00.000Z' as never
const forever = new AbortController().signal

async function makeLargeHome() {
  const folder = makeTempFolder()
  const path = join(folder.path, 'cmux.db')
  {
    await using opened = await openTestStore(folder.path)
    await writePair(opened.store, 1)
    fillDatabase(opened.path)
  }
  const start = () => prepareDatabase({ path, clock, shelf: makeTestShelf(folder.path), expected: true })
  return { home: folder.path, path, start, [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

function careFor(opened: TestStore, told: Noticed[] = []) {
  const policy = { everyMs: 60_000, afterMs: 0 }
  const alert = (noticed: readonly Noticed[]) => Promise.resolve(void told.push(...noticed))
  const log = pino({ enabled: false })
  return makeDatabaseCare({ path: opened.path, clock, log, store: opened.store, policy, alert })
}

const examineDatabase = async (home: string) =>
  (await examineEnvironment(home, '')).find(({ what }) => what === 'database')

describe('[H8] damage in a large database', () => {
  test.each([
    ['in the newest of what was written', (path: string) => damageLeaf(path, 'hook_answers', 1)],
    ['in the oldest', (path: string) => damageLeaf(path, 'hook_answers', 0)],
    ['by a cut', (path: string) => truncateSync(path, WHOLE_CHECK_MAX_BYTES + PAGE_BYTES)],
  ])('%s is found at the start, and by the watchdog', async (_, inflict) => {
    using large = await makeLargeHome()
    inflict(large.path)
    expect(await examineDatabase(large.home)).toMatchObject({
      state: 'fail',
      detail: expect.stringContaining('damaged'),
    })
    await expect(large.start()).rejects.toMatchObject({ code: 'STORE_CORRUPT' })
    expect(existsSync(large.path)).toBe(false)
  })

  test('that a start does not see is found while it serves: told, no more writes, and the next start names the backup', async () => {
    using large = await makeLargeHome()
    const backup = await makeTestShelf(large.home).create('asked')
    damageLeaf(large.path, 'hook_answers', 0.5)
    await large.start()
    const told: Noticed[] = []
    {
      await using opened = await openTestStore(large.home)
      await writePair(opened.store, 2)
      await careFor(opened, told).look(forever)
      expect(told).toEqual([
        expect.objectContaining({
          kind: 'database',
          lines: expect.arrayContaining([expect.stringContaining('cmux backup restore')]),
        }),
      ])
      await expect(writePair(opened.store, 3)).rejects.toMatchObject({
        code: 'STORE_CORRUPT',
        recovery: 'human',
      })
      // What is sound can still be read.
      expect(await opened.store.read.events.head()).toBe(2)
    }
    expect(await examineDatabase(large.home)).toMatchObject({
      state: 'fail',
      detail: expect.stringContaining('damaged'),
    })
    await expect(large.start()).rejects.toMatchObject({
      code: 'STORE_CORRUPT',
      hint: expect.stringContaining(`cmux backup restore ${backup.id}`),
    })
    const [aside = ''] = [readdirSync(large.home).find((name) => name.startsWith('set-aside-'))]
    expect(readdirSync(join(large.home, aside))).toContain('database-check.json')
  })

  test('that a server knew of is not written to by the standby that takes over', async () => {
    using large = await makeLargeHome()
    await using standby = await openTestStore(large.home)
    writeVerdict(large.path, { at: AT, state: 'damaged', detail: 'a page is gone' })
    await careFor(standby).refuseDamaged()
    await expect(writePair(standby.store, 2)).rejects.toMatchObject({ code: 'STORE_CORRUPT' })
  })

  test('that was found is forgotten when the file is restored in place', async () => {
    using large = await makeLargeHome()
    const whole = join(large.home, 'whole.db')
    copyFileSync(large.path, whole)
    writeVerdict(large.path, { at: AT, state: 'damaged', detail: 'a page is gone' })
    copyFileSync(whole, large.path)
    utimesSync(large.path, new Date(), new Date(Date.now() + 1000))
    expect(await examineDatabase(large.home)).toMatchObject({ state: 'ok' })
    await large.start()
    expect(readVerdict(large.path)).toMatchObject({ state: 'sound' })
  })

  test('that a query meets stops writes until all of it is checked, also over a start', async () => {
    using large = await makeLargeHome()
    {
      await using opened = await openTestStore(large.home)
      writeVerdict(large.path, { at: AT, state: 'suspect', detail: 'malformed' })
      await opened.store.distrust(new Error('malformed'))
      await expect(writePair(opened.store, 2)).rejects.toThrow(
        'seems to be damaged (malformed) and is being checked',
      )
      await careFor(opened).look(forever)
      expect(readVerdict(large.path)).toMatchObject({ state: 'sound' })
      expect((await writePair(opened.store, 3)).seq).toBe(2)
    }
    writeVerdict(large.path, { at: AT, state: 'suspect', detail: 'malformed' })
    await large.start()
    expect(readVerdict(large.path)).toMatchObject({ state: 'sound' })
    damageLeaf(large.path, 'hook_answers', 0.5)
    writeVerdict(large.path, { at: AT, state: 'suspect', detail: 'malformed' })
    await expect(large.start()).rejects.toMatchObject({ code: 'STORE_CORRUPT' })
  })

  test('a database that was put in place of a damaged one is not blamed for it', async () => {
    using large = await makeLargeHome()
    copyFileSync(large.path, `${large.path}.copy`)
    writeVerdict(large.path, { at: AT, state: 'damaged', detail: 'a page is gone' })
    renameSync(large.path, `${large.path}.old`)
    renameSync(`${large.path}.copy`, large.path)
    await expect(large.start()).resolves.toBeGreaterThan(0)
    expect(await examineDatabase(large.home)).toMatchObject({ state: 'ok' })
  })
})

describe('[H8] the check of a large database', () => {
  const started = {
    type: 'server.started',
    actor: 'system',
    data: { pid: 1, release: 'a', schema: 1 },
  } as const
  const stopped = { type: 'server.stopped', actor: 'system', data: { pid: 1, reason: 'asked' } } as const

  test('is not made again after a clean stop, and is after a crash', async () => {
    using large = await makeLargeHome()
    await using opened = await openTestStore(large.home)
    const say = (...events: (typeof started | typeof stopped)[]) =>
      opened.store.write(async (writer) => {
        for (const event of events) await writer.events.append(event)
      })
    await say(started)
    await careFor(opened).look(forever)
    const known = readVerdict(large.path)
    expect(known).toMatchObject({ state: 'sound', detail: '' })
    await say(stopped, started)
    await careFor(opened).look(forever)
    expect(readVerdict(large.path)).toEqual(known)
    await say(started)
    await careFor(opened).look(forever)
    expect(readVerdict(large.path)?.at).not.toBe(known?.at)
  })

  test('ends at once when its server stops, and is not known then', async () => {
    using large = await makeLargeHome()
    expect(await checkDatabase(large.path, AbortSignal.abort())).toMatchObject({ kind: 'not known' })
    expect(await checkDatabase(large.path, forever)).toEqual({ kind: 'sound' })
  })
})
