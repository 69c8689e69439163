import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { outlive } from '../../fixtures/outlive.ts'

let built: BuiltCmux
beforeAll(async () => {
  built = await buildCmux()
})
afterAll(() => built[Symbol.dispose]())

test('[P3] [H4] 6 agents, 5 times kill -9 of the server at any moment: the same processes, the same screens, the right statuses (20 × 20 in soak)', async () => {
  expect(await outlive(built, 6, 5, 1)).toEqual([])
})
