// What every store promises, whatever it is built on. Each implementation runs all of it.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BATCH_LIMIT_MS, QUEUE_MAX } from '../../src/adapters/store/group-commit.ts'
import type { SqliteStore } from '../../src/adapters/store/sqlite-store.ts'
import type { Clock } from '../../src/core/clock.ts'
import type { StoreWriter } from '../../src/core/store.ts'
import type { Event } from '../../src/protocol/event.ts'
import type { LoginCodeId } from '../../src/protocol/ids.ts'
import { timestampFromMs } from '../../src/protocol/timestamp.ts'
import { makeFakeClock } from '../fixtures/fake-clock.ts'
import { makePairToken, pairHash, pairId, putPair, writePair } from '../fixtures/write-pair.ts'

interface OpenedStore extends AsyncDisposable {
  readonly store: SqliteStore
}

export type OpenStore = (options: {
  clock: Clock
  onCommit: (events: readonly Event[]) => void
}) => Promise<OpenedStore>

export function describeStoreContract(name: string, open: OpenStore): void {
  const openQuietly = () => open({ clock: makeFakeClock(), onCommit: () => undefined })

  describe(`${name}: writing`, () => {
    describeTransactions(openQuietly)
    describePublishing(open)
  })
  describe(`${name}: reading`, () => {
    describeReading(openQuietly)
  })
  describe(`${name}: limits`, () => {
    describeLimits(open)
  })
  describe(`${name}: closing`, () => {
    describeClosing(openQuietly)
  })
}

function describeTransactions(open: () => Promise<OpenedStore>): void {
  test('[P10] a change of state and its event are kept together', async () => {
    await using opened = await open()
    const { store } = opened
    const event = await writePair(store, 1)
    expect(await store.read.tokens.byId(pairId(1))).toEqual(makePairToken(1))
    expect(await store.read.events.after(0, 10)).toEqual([event])
    expect(event).toEqual({
      seq: 1,
      type: 'token.created',
      at: timestampFromMs(makeFakeClock().nowMs()),
      actor: 'owner',
      data: { id: pairId(1), role: 'observer', agent: null },
    })
  })

  test('[P10] events of writes that come together are numbered without gaps, in the order of the writes', async () => {
    await using opened = await open()
    const numbers = Array.from({ length: 1300 }, (_, index) => index + 1)
    const events = await Promise.all(numbers.map((number) => writePair(opened.store, number)))
    expect(events.map(({ seq, data }) => [seq, data['id']])).toEqual(
      numbers.map((number) => [number, pairId(number)]),
    )
    expect(await opened.store.read.events.after(0, 2000)).toEqual(events)
  })

  test('[P10] an event with a key is there once, whoever brings it in again, and whenever', async () => {
    await using opened = await open()
    const bring = (reason: string, key: string) =>
      opened.store.write(({ events }) =>
        events.append({ type: 'server.stopped', actor: 'system', data: { pid: 1, reason } }, key),
      )
    const [first, again] = await Promise.all([bring('first', 'a'), bring('again', 'a')])
    const later = await bring('later', 'a')
    const other = await bring('other', 'b')
    expect([again, later]).toEqual([first, first])
    expect(await opened.store.read.events.after(0, 10)).toEqual([first, other])
  })

  test('[P10] a write that throws is undone alone, with its events', async () => {
    await using opened = await open()
    const { store } = opened
    const outcomes = await Promise.allSettled([
      writePair(store, 1),
      store.write(async (writer) => {
        await putPair(writer, 2)
        await putPair(writer, 3)
        throw new Error('changed my mind')
      }),
      writePair(store, 4),
    ])
    expect(outcomes).toMatchObject([
      { status: 'fulfilled', value: { seq: 1 } },
      { status: 'rejected', reason: new Error('changed my mind') },
      { status: 'fulfilled', value: { seq: 2 } },
    ])
    expect((await store.read.tokens.page(10, undefined)).items.map(({ id }) => id)).toEqual([
      pairId(1),
      pairId(4),
    ])
    expect((await store.read.events.after(0, 10)).map(({ data }) => data['id'])).toEqual([
      pairId(1),
      pairId(4),
    ])
  })

  test('[P10] a write that the database refuses is undone alone, and may be caught and mended inside', async () => {
    await using opened = await open()
    const { store } = opened
    await writePair(store, 1)
    const outcomes = await Promise.allSettled([
      writePair(store, 1),
      store.write(async (writer) => {
        await writer.tokens.insert(makePairToken(1), pairHash(7)).catch(() => putPair(writer, 2))
      }),
      store.write(({ events }) =>
        events.append({
          type: 'server.stopped',
          actor: 'system',
          data: { pid: 1, reason: 'x'.repeat(20_000) },
        }),
      ),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected'])
    expect((await store.read.events.after(0, 10)).map(({ seq, data }) => [seq, data['id']])).toEqual([
      [1, pairId(1)],
      [2, pairId(2)],
    ])
  })

  test('[P10] whatever mix of writes holds and fails, state and history say the same', async () => {
    const job = fc.record({ pairs: fc.integer({ min: 0, max: 3 }), fails: fc.boolean(), waits: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(job, { minLength: 1, maxLength: 40 }), async (jobs) => {
        await using opened = await open()
        const { store } = opened
        const kept: string[] = []
        let number = 0
        const writes: Promise<unknown>[] = []
        for (const { pairs, fails, waits } of jobs) {
          const numbers = Array.from({ length: pairs }, () => (number += 1))
          if (!fails) kept.push(...numbers.map(pairId))
          const write = store.write(async (writer) => {
            for (const pair of numbers) await putPair(writer, pair)
            if (fails) throw new Error('undone')
          })
          writes.push(write.catch(() => undefined))
          if (waits) await writes.at(-1)
        }
        await Promise.all(writes)
        const events = await store.read.events.after(0, 1000)
        expect(events.map(({ seq }) => seq)).toEqual(kept.map((_, index) => index + 1))
        expect(events.map(({ data }) => data['id'])).toEqual(kept)
        expect((await store.read.tokens.page(1000, undefined)).items.map(({ id }) => id)).toEqual(kept)
      }),
      { numRuns: 30 },
    )
  })
}

function describePublishing(open: OpenStore): void {
  test('[P1] nobody is answered before the whole batch is committed and told', async () => {
    const log: string[] = []
    const onCommit = (events: readonly Event[]) => log.push(`told ${events.map(({ seq }) => seq).join(' ')}`)
    await using opened = await open({ clock: makeFakeClock(), onCommit })
    const { store } = opened
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const first = writePair(store, 1).then(() => log.push('answered first'))
    const second = store
      .write(async (writer) => {
        begun.resolve()
        await gate.promise
        return putPair(writer, 2)
      })
      .then(() => log.push('answered second'))
    await begun.promise
    await turnOfEventLoop()
    expect(log).toEqual([])
    gate.resolve()
    await Promise.all([first, second])
    expect(log).toEqual(['told 1 2', 'answered first', 'answered second'])
  })

  test('[P10] only events that are kept are told, and an idle batch tells of none', async () => {
    const told: Event[] = []
    const onCommit = (events: readonly Event[]) => told.push(...events)
    await using opened = await open({ clock: makeFakeClock(), onCommit })
    const undone = opened.store.write(async (writer) => {
      await putPair(writer, 1)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await opened.store.write(() => Promise.resolve())
    const event = await writePair(opened.store, 2)
    expect(told).toEqual([event])
  })

  test('[P1] a listener that throws costs no writer its answer, and comes up as an uncaught error', async () => {
    await using uncaught = catchUncaught()
    await using opened = await open({ clock: makeFakeClock(), onCommit: failToListen })
    const events = await Promise.all([writePair(opened.store, 1), writePair(opened.store, 2)])
    expect(events.map(({ seq }) => seq)).toEqual([1, 2])
    expect((await writePair(opened.store, 3)).seq).toBe(3)
    await expect
      .poll(() => uncaught.errors)
      .toEqual([new Error('a bad listener'), new Error('a bad listener')])
  })
}

function describeReading(open: () => Promise<OpenedStore>): void {
  test('[M3] a reader sees nothing of a batch under way, nor of one that was undone', async () => {
    await using opened = await open()
    const { store } = opened
    await writePair(store, 1)
    const written = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const undone = store.write(async (writer) => {
      await putPair(writer, 2)
      written.resolve()
      await gate.promise
      throw new Error('undone')
    })
    await written.promise
    const during = Promise.all([
      store.read.events.head(),
      store.read.tokens.byId(pairId(2)),
      store.read.tokens.byHash(pairHash(2)),
    ])
    await turnOfEventLoop()
    gate.resolve()
    await expect(undone).rejects.toThrow('undone')
    expect(await during).toEqual([1, undefined, undefined])
  })

  test('[P10] a reader sees a write as soon as it is answered', async () => {
    await using opened = await open()
    for (let number = 1; number <= 20; number += 1) {
      await writePair(opened.store, number)
      expect(await opened.store.read.events.head()).toBe(number)
      expect(await opened.store.read.tokens.byHash(pairHash(number))).toEqual(makePairToken(number))
    }
  })

  test.each([
    { count: 0, limit: 10, pages: [[]] },
    { count: 3, limit: 10, pages: [[1, 2, 3]] },
    { count: 3, limit: 3, pages: [[1, 2, 3]] },
    { count: 4, limit: 3, pages: [[1, 2, 3], [4]] },
    { count: 3, limit: 1, pages: [[1], [2], [3]] },
  ])('[P8] $count tokens come in pages of $limit', async ({ count, limit, pages }) => {
    await using opened = await open()
    const { store } = opened
    for (let number = 1; number <= count; number += 1) await writePair(store, number)
    const seen: string[][] = []
    let cursor: string | undefined
    do {
      const page = await store.read.tokens.page(limit, cursor)
      seen.push(page.items.map(({ id }) => id))
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    expect(seen).toEqual(pages.map((page) => page.map(pairId)))
  })

  test.each([
    { ask: 'after 0', after: 0, limit: 10, seqs: [1, 2, 3, 4] },
    { ask: 'after 2', after: 2, limit: 10, seqs: [3, 4] },
    { ask: 'after 1, two of them', after: 1, limit: 2, seqs: [2, 3] },
    { ask: 'after the last', after: 4, limit: 10, seqs: [] },
    { ask: 'after what is not there yet', after: 9, limit: 10, seqs: [] },
  ])('[P10] the history $ask', async ({ after, limit, seqs }) => {
    await using opened = await open()
    const { store } = opened
    expect([await store.read.events.head(), await store.read.events.newest(3)]).toEqual([0, []])
    for (let number = 1; number <= 4; number += 1) await writePair(store, number)
    expect((await store.read.events.after(after, limit)).map(({ seq }) => seq)).toEqual(seqs)
    expect((await store.read.events.newest(3)).map(({ seq }) => seq)).toEqual([2, 3, 4])
    expect(await store.read.events.head()).toBe(4)
  })

  test('[P7] a login code is taken once, however many try at once', async () => {
    await using opened = await open()
    const { store } = opened
    const code = {
      id: `lgn_${'0'.repeat(26)}` as LoginCodeId,
      createdAt: timestampFromMs(0),
      expiresAt: timestampFromMs(1000),
    }
    await store.write(({ loginCodes }) => loginCodes.insert(code, 'hash'))
    const taken = await Promise.all(
      Array.from({ length: 50 }, () => store.write(({ loginCodes }) => loginCodes.take('hash'))),
    )
    expect(taken.filter((found) => found !== undefined)).toEqual([code])
  })

  test('[P7] a code whose taker fails can be taken again; one that ran out is forgotten', async () => {
    await using opened = await open()
    const { store } = opened
    const [createdAt, expiresAt] = [timestampFromMs(0), timestampFromMs(1000)]
    const code = { id: `lgn_${'1'.repeat(26)}` as LoginCodeId, createdAt, expiresAt }
    const take = () => store.write(({ loginCodes }) => loginCodes.take('hash'))
    await store.write(({ loginCodes }) => loginCodes.insert(code, 'hash'))
    const failing = store.write(async ({ loginCodes }) => {
      await loginCodes.take('hash')
      throw new Error('no session')
    })
    await expect(failing).rejects.toThrow('no session')
    await store.write(({ loginCodes }) => loginCodes.removeExpired(timestampFromMs(999)))
    expect(await take()).toEqual(code)
    await store.write(({ loginCodes }) => loginCodes.insert(code, 'hash'))
    await store.write(({ loginCodes }) => loginCodes.removeExpired(expiresAt))
    expect(await take()).toBeUndefined()
  })

  test('[P7] a revoked token says when, and the others stay', async () => {
    await using opened = await open()
    const { store } = opened
    await Promise.all([writePair(store, 1), writePair(store, 2)])
    await store.write(({ tokens }) => tokens.revoke(pairId(1), timestampFromMs(5)))
    expect(await store.read.tokens.page(10, undefined)).toEqual({
      items: [{ ...makePairToken(1), revokedAt: timestampFromMs(5) }, makePairToken(2)],
      next: null,
    })
  })
}

function describeLimits(open: OpenStore): void {
  test('[P8] writes wait in a queue with an end: the next is refused at once, the queued ones are kept', async () => {
    await using opened = await open({ clock: makeFakeClock(), onCommit: () => undefined })
    const { store } = opened
    let ran = 0
    const queued = Array.from({ length: QUEUE_MAX }, () =>
      store.write(() => {
        ran += 1
        return Promise.resolve()
      }),
    )
    await expect(writePair(store, 1)).rejects.toMatchObject({ code: 'STORE_BUSY', recovery: 'retry' })
    await Promise.all(queued)
    expect(ran).toBe(QUEUE_MAX)
    expect((await writePair(store, 2)).seq).toBe(1)
  })

  test('[P8] writers that go on and on leave readers, timers and requests their turns', async () => {
    await using opened = await open({ clock: makeFakeClock(), onCommit: () => undefined })
    const seen = { writes: 0, turns: 0 }
    const isGoingOn = () => seen.turns < 10 && seen.writes < 1000
    const writers = Array.from({ length: 3 }, async () => {
      while (isGoingOn()) await writePair(opened.store, (seen.writes += 1))
    })
    while (seen.turns < 10) {
      await turnOfEventLoop()
      await opened.store.read.events.head()
      seen.turns += 1
    }
    await Promise.all(writers)
    expect(seen.writes).toBeLessThan(1000)
  })

  test('[P8] a write that never ends is ended and undone; the others of its batch are kept', async () => {
    const clock = makeFakeClock()
    await using opened = await open({ clock, onCommit: () => undefined })
    const { store } = opened
    const begun = Promise.withResolvers<StoreWriter>()
    const gate = Promise.withResolvers<void>()
    const woken = Promise.withResolvers<unknown>()
    const before = writePair(store, 1)
    const endless = store.write(async (writer) => {
      await putPair(writer, 2)
      begun.resolve(writer)
      await gate.promise
      await putPair(writer, 3).catch(woken.resolve)
    })
    const behind = writePair(store, 4)
    const ended = endless.catch((error: unknown) => error)
    await begun.promise
    clock.advance(BATCH_LIMIT_MS - 1)
    await turnOfEventLoop()
    clock.advance(1)
    expect(await ended).toMatchObject({ code: 'TIMED_OUT' })
    expect([(await before).seq, (await behind).seq]).toEqual([1, 2])

    const next = store.write(async (writer) => {
      // The ended job wakes up while another one holds the transaction: it must not write into it.
      gate.resolve()
      const error = await woken.promise
      await putPair(writer, 5)
      return error
    })
    expect(await next).toMatchObject({ code: 'TIMED_OUT' })
    const kept = await store.read.events.after(0, 10)
    expect(kept.map(({ data }) => data['id'])).toEqual([1, 4, 5].map(pairId))
    expect(clock.waiting()).toBe(0)
  })

  test('[P8] a writer that is kept beyond its write refuses', async () => {
    await using opened = await open({ clock: makeFakeClock(), onCommit: () => undefined })
    const kept = await opened.store.write((writer) => Promise.resolve({ writer }))
    await expect(putPair(kept.writer, 1)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    await expect(
      kept.writer.events.append({ type: 'server.stopped', actor: 'system', data: { pid: 1, reason: '' } }),
    ).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    expect(await opened.store.read.events.head()).toBe(0)
  })
}

function describeClosing(open: () => Promise<OpenedStore>): void {
  test('[P1] closing finishes what is queued and refuses what comes after', async () => {
    await using opened = await open()
    const { store } = opened
    const reader = store.read
    expect(await reader.events.head()).toBe(0)
    const queued = Array.from({ length: 600 }, (_, index) => writePair(store, index + 1))
    const closing = store.close()
    const closed = { code: 'STORE_UNAVAILABLE', message: 'the store is closed' }
    await expect(writePair(store, 1000)).rejects.toMatchObject(closed)
    expect((await Promise.all(queued)).map(({ seq }) => seq)).toEqual(queued.map((_, index) => index + 1))
    await closing
    await expect(writePair(store, 1001)).rejects.toMatchObject(closed)
    expect(() => store.read).toThrow(expect.objectContaining(closed))
    await expect(reader.events.head()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    await store.close()
  })
}

/** Long enough for everything that is ready to run; no time passes. */
function turnOfEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => setImmediate(resolve))
  })
}

const failToListen = () => {
  throw new Error('a bad listener')
}

/** Takes uncaught errors away from the test runner, for a test that wants one. */
function catchUncaught(): AsyncDisposable & { readonly errors: unknown[] } {
  const others = process.listeners('uncaughtException')
  const errors: unknown[] = []
  const collect = (error: unknown) => errors.push(error)
  process.removeAllListeners('uncaughtException').on('uncaughtException', collect)
  return {
    errors,
    async [Symbol.asyncDispose]() {
      await turnOfEventLoop()
      process.off('uncaughtException', collect)
      for (const listener of others) process.on('uncaughtException', listener)
    },
  }
}
