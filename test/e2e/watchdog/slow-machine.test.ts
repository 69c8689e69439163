// A machine that is slow: nobody is killed for it, it is told once and ends by itself; and who truly hangs is found as before.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signalProcess } from '../../../src/host/signal-process.ts'
import type { Alert } from '../../../src/protocol/alerts/alert.ts'
import type { Health } from '../../../src/protocol/health.ts'
import { ask } from '../../fixtures/ask.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { startGuarded, type GuardedCmux } from '../../fixtures/guarded-cmux.ts'
import { canSlowDisks, canStarve, slowDownDisk, starve } from '../../fixtures/slow-machine.ts'
import { startLoad } from '../../fixtures/steady-load.ts'

let cmux: BuiltCmux
beforeAll(async () => {
  cmux = await buildCmux()
})
afterAll(() => cmux[Symbol.dispose]())

/** Three misses are over after two seconds. */
const QUICK = { probeEverySec: 0.2, probeLimitSec: 1, soakSec: 0.3, soakProbes: 1, calmSec: 1 }
const LATE = { timeout: 60_000, interval: 50 }

async function readHealth(guarded: GuardedCmux) {
  const { status, json } = await ask(guarded, { path: '/api/webhooks/health' })
  return { status, health: json as Health }
}

async function readAlerts(guarded: GuardedCmux): Promise<readonly Alert[]> {
  const { json } = await ask(guarded, { path: '/api/alerts', token: guarded.owner })
  return (json as { readonly items: readonly Alert[] }).items.filter(({ kind }) => kind === 'slow')
}

const actsOf = ({ home }: GuardedCmux) =>
  readFileSync(join(home, 'status.log'), 'utf8')
    .split('\n')
    .filter((line) => / (?:WARN|INFO|ERROR) watchdog /.test(line))
const kindsOf = (guarded: GuardedCmux, ...kinds: readonly string[]) =>
  actsOf(guarded).filter((line) => kinds.some((kind) => line.includes(` watchdog ${kind} `)))

// oxlint-disable-next-line no-console
if (!canSlowDisks) console.warn('NOT RUN: a slow disk, since strace is not here to delay it')
// oxlint-disable-next-line no-console
if (!canStarve) console.warn('NOT RUN: a scarce processor, since no control group can be made here')

test.runIf(canSlowDisks)(
  '[Y2] [H8] on a disk that takes seconds for each write the server is left alone, what is sent is accepted, and it is told once that it is slow and once that it is over',
  async () => {
    await using guarded = await startGuarded(cmux, 'slow-disk', {
      ...QUICK,
      probeEverySec: 0.5,
      probeLimitSec: 2,
    })
    const { leader } = await guarded.family()
    const load = startLoad(guarded, { clients: 4, writers: 1 })
    {
      await using _ = slowDownDisk(leader, 2200)
      await expect.poll(() => kindsOf(guarded, 'slow'), LATE).toHaveLength(1)
      await expect
        .poll(() => readHealth(guarded), LATE)
        .toMatchObject({
          status: 200,
          health: {
            status: 'degraded',
            store: { status: 'degraded' },
            slow: { part: 'store', cause: 'disk' },
          },
        })
      await expect.poll(() => readAlerts(guarded), LATE).toMatchObject([{ kind: 'slow', state: 'open' }])
      const { code, stdout } = await guarded.run('send', 'owner', 'it is slow here')
      expect({ code, stdout }).toMatchObject({ code: 0 })
    }
    await expect.poll(() => kindsOf(guarded, 'slow over'), LATE).toHaveLength(1)
    await load.end()
    await expect
      .poll(() => readAlerts(guarded), LATE)
      .toMatchObject([{ state: 'acknowledged', acknowledgedBy: 'system' }])
    expect((await readHealth(guarded)).health).not.toHaveProperty('slow')
    expect(kindsOf(guarded, 'failed', 'recovered')).toEqual([])
    expect((await guarded.family()).leader).toBe(leader)
    expect(kindsOf(guarded, 'slow')[0]).toMatch(/part="server" cause="disk" delayMs=\d+/)
  },
)

test.runIf(canStarve)('[Y2] a server that gets next to no processor is left alone', async () => {
  await using guarded = await startGuarded(cmux, 'scarce-processor', QUICK)
  const { leader } = await guarded.family()
  const load = startLoad(guarded)
  {
    using _ = starve(leader, 0.02)
    await expect.poll(() => kindsOf(guarded, 'slow'), LATE).toHaveLength(1)
  }
  await expect.poll(() => kindsOf(guarded, 'slow over'), LATE).toHaveLength(1)
  await load.end()
  expect((await guarded.family()).leader).toBe(leader)
  expect(kindsOf(guarded, 'slow')[0]).toContain('cause="processor"')
  expect(kindsOf(guarded, 'failed', 'recovered')).toEqual([])
})

test('[Y2] [Y5] [H1] after all of them stood still nobody is killed; a server that stands still alone is found', async () => {
  await using guarded = await startGuarded(cmux, 'stood-still', QUICK)
  const { watchdog, leader, standby } = await guarded.family()
  const family = [watchdog, leader, standby]
  for (let night = 0; night < 2; night += 1) {
    for (const pid of family) signalProcess(pid, 'SIGSTOP')
    const stoppedMs = performance.now()
    // Longer than three answers may take.
    await expect.poll(() => performance.now() - stoppedMs, LATE).toBeGreaterThan(4000)
    for (const pid of family.toReversed()) signalProcess(pid, 'SIGCONT')
    await expect.poll(() => guarded.run('status').then(({ code }) => code), LATE).toBe(0)
  }
  expect(kindsOf(guarded, 'failed')).toEqual([])
  expect(await guarded.family()).toEqual({ watchdog, leader, standby })
  signalProcess(leader, 'SIGSTOP')
  await expect.poll(() => kindsOf(guarded, 'failed'), LATE).toHaveLength(1)
  expect(kindsOf(guarded, 'failed')[0]).toContain('cause="hung"')
})
