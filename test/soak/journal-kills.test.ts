import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { writeUnderFire } from '../fixtures/journal-under-fire.ts'

let built: BuiltCmux
beforeAll(async () => {
  built = await buildCmux()
})
afterAll(() => built[Symbol.dispose]())

test('[J2] [P1] 10 writers × 1,000 entries with kill -9 every second: all are there, whole, once', async () => {
  const { kills, ...report } = await writeUnderFire(built, {
    writers: 10,
    entries: 1000,
    killAfterMs: 1000,
  })
  expect(report).toEqual({ acknowledged: 10_000, faultsInStore: [], faultsOnPages: [] })
  expect(kills).toBeGreaterThan(5)
})
