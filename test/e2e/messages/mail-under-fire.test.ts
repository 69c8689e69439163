import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { sendUnderFire } from '../../fixtures/mail-under-fire.ts'

let built: BuiltCmux
beforeAll(async () => {
  built = await buildCmux()
})
afterAll(() => built[Symbol.dispose]())

/** The soak has a hundred agents. */
const FIRE = {
  agents: 10,
  senders: 10,
  messages: 600,
  byCommand: 40,
  killEveryMs: 1500,
  killsMin: 4,
  limitMs: 200_000,
}

test('[P1] [P2] [M1] [M2] 600 messages to 10 agents while servers, watchdog and agents are killed: none lost, none twice, none out of order', async () => {
  const { kills, ledger, ...faults } = await sendUnderFire(built, { ...FIRE, seed: 1 })
  expect(faults).toEqual({ lost: [], twice: [], outOfOrder: [], unexplained: [] })
  expect({ seen: ledger.seen + ledger.acked, dead: ledger.dead }).toEqual({ seen: FIRE.messages, dead: 0 })
  expect(kills).toBeGreaterThanOrEqual(FIRE.killsMin)
})
