// What the watchdog costs: hardly any CPU at rest, little memory, and no more of it after an hour's probes or many crashes.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { startGuarded, type GuardedCmux } from '../fixtures/guarded-cmux.ts'
import { cpuMs, residentBytes } from '../fixtures/process-costs.ts'

const CPU_SHARE_MAX = 0.01
const WINDOW_MS = 60_000
const BARE_NODE_RATIO_MAX = 2.5
/** An hour's worth at one a second, at the fastest that the watchdog's own tick allows. */
const PROBES = 3600
const PROBE_EVERY_MS = 100
const CRASHES = 120
/** What a collection not yet due may leave behind; a leak of 5 KiB a probe would show. */
const GROWTH_MAX = 1.12

let cmux: BuiltCmux

beforeAll(async () => {
  cmux = await buildCmux()
})

afterAll(() => cmux[Symbol.dispose]())

/** Memory now and then for that long, oldest first. */
async function sampleMemory(pid: number, forMs: number): Promise<number[]> {
  const samples: number[] = []
  const untilMs = performance.now() + forMs
  const look = () => {
    samples.push(residentBytes(pid))
    return performance.now() >= untilMs
  }
  await expect.poll(look, { timeout: forMs + 10_000, interval: forMs / 100 }).toBe(true)
  return samples
}

/** The most of the last quarter against the most of the first, warm-up apart. */
function growthOf(samples: readonly number[]): number {
  const quarter = Math.floor(samples.length / 4)
  return Math.max(...samples.slice(-quarter)) / Math.max(...samples.slice(quarter, 2 * quarter))
}

async function bareNodeBytes(): Promise<number> {
  const bare = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000); process.send("up")'], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  await new Promise((resolve) => bare.once('message', resolve))
  const bytes = residentBytes(bare.pid!)
  bare.kill('SIGKILL')
  return bytes
}

function countRecoveries({ home }: GuardedCmux): number {
  const log = join(home, 'status.log')
  // There is none before the first record.
  return existsSync(log) ? readFileSync(log, 'utf8').split(' watchdog recovered ').length - 1 : 0
}

/** A crash before the last recovery has held for its soak would be part of that one, and soon end in safe mode. */
async function crashOnce(guarded: GuardedCmux): Promise<number> {
  const { leader, watchdog } = await guarded.family()
  const before = countRecoveries(guarded)
  process.kill(leader, 'SIGKILL')
  await expect.poll(() => countRecoveries(guarded), { timeout: 30_000, interval: 20 }).toBeGreaterThan(before)
  return residentBytes(watchdog)
}

test('at rest the watchdog takes under 1 % of a CPU and at most 2.5 times the memory of a bare Node', async () => {
  const defaults = { probeEverySec: 1, probeLimitSec: 2, soakSec: 60, soakProbes: 10 }
  await using guarded = await startGuarded(cmux, 'rest', defaults)
  const { watchdog } = await guarded.family()
  const beforeMs = cpuMs(watchdog)
  const samples = await sampleMemory(watchdog, WINDOW_MS)
  const share = (cpuMs(watchdog) - beforeMs) / WINDOW_MS
  const ratio = Math.max(...samples) / (await bareNodeBytes())
  process.stdout.write(
    `watchdog at rest: ${(share * 100).toFixed(2)} % CPU, ${ratio.toFixed(2)} × bare Node\n`,
  )
  expect(share).toBeLessThan(CPU_SHARE_MAX)
  expect(ratio).toBeLessThanOrEqual(BARE_NODE_RATIO_MAX)
})

test(`[P8] ${PROBES} probes leave the watchdog's memory flat`, async () => {
  await using guarded = await startGuarded(cmux, 'hour', { probeEverySec: PROBE_EVERY_MS / 1000 })
  const { watchdog } = await guarded.family()
  const samples = await sampleMemory(watchdog, PROBES * PROBE_EVERY_MS)
  const ratio = Math.max(...samples) / (await bareNodeBytes())
  process.stdout.write(
    `${PROBES} probes: growth ${growthOf(samples).toFixed(3)}, ${ratio.toFixed(2)} × bare Node\n`,
  )
  expect(growthOf(samples)).toBeLessThan(GROWTH_MAX)
  expect(ratio).toBeLessThanOrEqual(BARE_NODE_RATIO_MAX)
})

test(`[P8] ${CRASHES} crashes leave the watchdog's memory flat`, async () => {
  await using guarded = await startGuarded(cmux, 'crashes')
  const { watchdog } = await guarded.family()
  const samples: number[] = []
  for (let crash = 0; crash < CRASHES; crash += 1) samples.push(await crashOnce(guarded))
  expect((await guarded.family()).watchdog).toBe(watchdog)
  const ratio = Math.max(...samples) / (await bareNodeBytes())
  process.stdout.write(
    `${CRASHES} crashes: growth ${growthOf(samples).toFixed(3)}, ${ratio.toFixed(2)} × bare Node\n`,
  )
  expect(growthOf(samples)).toBeLessThan(GROWTH_MAX)
  expect(ratio).toBeLessThanOrEqual(BARE_NODE_RATIO_MAX)
})
