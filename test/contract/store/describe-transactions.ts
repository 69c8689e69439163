// A change of state and its event: kept together or undone together, alone, in order.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { timestampFromMs } from '../../../src/protocol/timestamp.ts'
import { makeFakeClock } from '../../fixtures/fake-clock.ts'
import { makePairToken, pairHash, pairId, putPair, writePair } from '../../fixtures/write-pair.ts'
import type { OpenedStore } from './open-store.ts'

export function describeTransactions(open: () => Promise<OpenedStore>): void {
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
