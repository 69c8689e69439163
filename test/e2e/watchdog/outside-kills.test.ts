// Servers that somebody kills, again and again, under the default settings: the same release goes on, and safe mode stays away.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { startGuarded, type GuardedCmux } from '../../fixtures/guarded-cmux.ts'
import { startLoad } from '../../fixtures/steady-load.ts'

/** As a user has them: a release is on probation for a minute, so that all of these kills meet it there. */
const DEFAULTS = {
  probeEverySec: 1,
  probeLimitSec: 2,
  soakSec: 60,
  soakProbes: 10,
  readySec: 15,
  drainSec: 10,
}
const KILLS = 12
const SIGNALS = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const
const LIMIT = { timeout: 30_000, interval: 50 }

let cmux: BuiltCmux
beforeAll(async () => {
  cmux = await buildCmux()
})
afterAll(() => cmux[Symbol.dispose]())

/** What the watchdog wrote down, without the time. */
const acts = ({ home }: GuardedCmux) =>
  readFileSync(join(home, 'status.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes(' watchdog '))
    .map((line) => line.slice(line.indexOf(' watchdog ') + ' watchdog '.length))

const failures = (guarded: GuardedCmux) => acts(guarded).filter((act) => act.startsWith('failed'))

async function endLeader(guarded: GuardedCmux, signal: NodeJS.Signals): Promise<void> {
  const { leader } = await guarded.family()
  const before = failures(guarded).length
  process.kill(leader, signal)
  await vi.waitFor(() => expect(failures(guarded).length).toBe(before + 1), LIMIT)
}

test(`[L7] [P4] ${KILLS} kills by ${SIGNALS.join(', ')}: each time the same release goes on, and nobody is answered by safe mode`, async () => {
  await using guarded = await startGuarded(cmux, 'kills', DEFAULTS)
  const { watchdog } = await guarded.family()
  const load = startLoad(guarded)
  for (let kill = 0; kill < KILLS; kill += 1)
    await endLeader(guarded, SIGNALS[kill % SIGNALS.length] ?? 'SIGKILL')
  expect((await guarded.family()).watchdog).toBe(watchdog)
  const counts = await load.end()
  // A connection that dies with its server is an error at the client's; one that is refused, or a 503, is not to be seen.
  expect(Object.keys(counts).filter((answer) => !['200', 'ECONNRESET'].includes(answer))).toEqual([])
  expect(acts(guarded).filter((act) => !/^failed .*cause="killed" .*next="restart"$/.test(act))).toEqual([])
})

test('[L7] both servers killed at once, three times: the release is started again each time', async () => {
  await using guarded = await startGuarded(cmux, 'both', DEFAULTS)
  for (let round = 0; round < 3; round += 1) {
    const { leader, standby } = await guarded.family()
    for (const pid of [leader, standby]) process.kill(pid, 'SIGKILL')
    await vi.waitFor(async () => expect((await guarded.family()).leader).not.toBe(leader), LIMIT)
  }
  expect(acts(guarded).filter((act) => !act.startsWith('failed') || !act.includes('next="restart"'))).toEqual(
    [],
  )
})

test('[L7] a server that breaks by itself is to blame, also when it was killed before', async () => {
  await using guarded = await startGuarded(cmux, 'breaks', DEFAULTS)
  await endLeader(guarded, 'SIGKILL')
  await endLeader(guarded, 'SIGSEGV')
  expect(failures(guarded).map((act) => /cause="([^"]*)"/.exec(act)?.[1])).toEqual(['killed', 'crashed'])
})
