// Everything ends: the queue, a batch, a write, the use of a writer.
import { expect, test } from 'vitest'
import { BATCH_LIMIT_MS, QUEUE_MAX } from '../../../src/adapters/store/group-commit.ts'
import type { StoreWriter } from '../../../src/core/store.ts'
import { makeFakeClock } from '../../fixtures/fake-clock.ts'
import { turnOfEventLoop } from '../../fixtures/turn-of-event-loop.ts'
import { pairId, putPair, writePair } from '../../fixtures/write-pair.ts'
import type { OpenStore } from './open-store.ts'

export function describeLimits(open: OpenStore): void {
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
