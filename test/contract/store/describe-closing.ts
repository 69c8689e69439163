// The end of a store: what was queued is kept, what comes after is refused.
import { expect, test } from 'vitest'
import { writePair } from '../../fixtures/write-pair.ts'
import type { OpenedStore } from './open-store.ts'

export function describeClosing(open: () => Promise<OpenedStore>): void {
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
