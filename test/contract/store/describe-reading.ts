// What a reader sees: whole writes only, in pages, and codes and tokens as they are.
import { expect, test } from 'vitest'
import type { LoginCodeId } from '../../../src/protocol/ids.ts'
import { timestampFromMs } from '../../../src/protocol/timestamp.ts'
import { turnOfEventLoop } from '../../fixtures/turn-of-event-loop.ts'
import { makePairToken, pairHash, pairId, putPair, writePair } from '../../fixtures/write-pair.ts'
import type { OpenedStore } from './open-store.ts'

export function describeReading(open: () => Promise<OpenedStore>): void {
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
