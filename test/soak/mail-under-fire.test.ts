import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { sendUnderFire } from '../fixtures/mail-under-fire.ts'

let built: BuiltCmux
beforeAll(async () => {
  built = await buildCmux()
})
afterAll(() => built[Symbol.dispose]())

const FIRE = {
  agents: 20,
  senders: 10,
  messages: 20_000,
  byCommand: 400,
  killEveryMs: 2000,
  killsMin: 51,
  limitMs: 30 * 60_000,
}

test('[P1] [P2] 20,000 messages to 20 agents under fire: none lost, none twice, none out of order', async () => {
  const { kills, ledger, ...faults } = await sendUnderFire(built, { ...FIRE, seed: 2 })
  expect(faults).toEqual({ lost: [], twice: [], outOfOrder: [], unexplained: [] })
  expect(ledger).toMatchObject({ dead: 0, onTheWay: 0 })
  expect(kills).toBeGreaterThanOrEqual(FIRE.killsMin)
})
