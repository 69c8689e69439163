import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { writeUnderFire } from '../../fixtures/journal-under-fire.ts'

let built: BuiltCmux
beforeAll(async () => {
  built = await buildCmux()
})
afterAll(() => built[Symbol.dispose]())

// The whole of it is in test/soak.
test('[J2] [P1] entries of ten writers under kill -9 are kept whole and once, in the store and on the page', async () => {
  const report = await writeUnderFire(built, { writers: 10, entries: 40, killAfterMs: 300 })
  expect(report).toEqual({
    kills: expect.any(Number),
    acknowledged: 400,
    faultsInStore: [],
    faultsOnPages: [],
  })
  expect(report.kills).toBeGreaterThan(0)
})
