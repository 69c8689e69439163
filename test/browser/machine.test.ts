// The machine in the dashboard: live charts, what each agent takes, and discrepancies that are mended by a button.
import { appendFileSync, existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MetricSample } from '../../src/protocol/machine/metrics.ts'
import type { ProveReport } from '../../src/protocol/releases/prove-report.ts'
import { timestampFromMs } from '../../src/protocol/timestamp.ts'
import { ask } from '../fixtures/ask.ts'
import { findFaults } from '../fixtures/find-faults.ts'
import { FAST_DEMO, openStage, type Stage } from '../fixtures/open-stage.ts'

let stage: Stage

const WITHIN = { timeout: 60_000 }
const OFTEN = { CMUX_METRICS_EVERY_SEC: '0.5', CMUX_DISCREPANCIES_EVERY_SEC: '1' }

beforeAll(async () => {
  stage = await openStage('machine', { ...FAST_DEMO, ...OFTEN })
  await stage.guarded.run('agent', 'spawn', 'anna', '--runtime', 'demo', '--task', 'say hi')
  plantHour(stage.guarded.home)
})

/** An hour of samples, so that there is something to draw. */
function plantHour(home: string): void {
  mkdirSync(join(home, 'metrics'), { recursive: true })
  for (let minute = 60; minute > 1; minute -= 1) {
    const timestamp = timestampFromMs(Date.now() - minute * 60_000)
    const wave = 1 + Math.sin(minute / 5)
    const range = { mean: 5 * wave, max: 20 * wave }
    const sample: MetricSample = {
      timestamp,
      cpu: 40 * wave,
      memory: 30 + wave,
      disk: 50 + minute / 10,
      agents: Math.round(3 * wave),
      queue: Math.round(5 * wave),
      queues: { mail: 1, notices: 0, approvals: 0, changes: 0 },
      memoryBytes: 1024 ** 3,
      diskFreeBytes: 1024 ** 3,
      deliveryMs: minute % 3 === 0 ? range : null,
      loopDelayMs: range,
      storeWriteMs: range,
      perAgent: { anna: { cpu: 10 * wave, memoryBytes: 5e7 * (1 + wave), processes: 2 } },
    }
    appendFileSync(join(home, 'metrics', `${timestamp.slice(0, 10)}.jsonl`), `${JSON.stringify(sample)}\n`)
  }
}

afterAll(() => stage[Symbol.asyncDispose]())

afterEach(() => stage.closePages())

test.each([
  ['wide', 'light', 1280],
  ['phone', 'dark', 390],
] as const)('[U9] %s and %s: charts have numbers, and an agent can be chosen', async (name, theme, width) => {
  const { page, complaints, shoot } = await stage.browser.open(stage.guarded, {
    path: '/machine',
    theme,
    width,
  })
  for (const title of ['CPU', 'Memory', 'Disk'])
    await page.getByRole('img', { name: new RegExp(`^${title}: now [\\d.]+ %`) }).waitFor(WITHIN)
  await page.getByRole('img', { name: /^Agents running: now 1,/ }).waitFor(WITHIN)
  await page.getByRole('img', { name: /^Queued: .*: now \d+, avg/ }).waitFor(WITHIN)
  for (const title of ['Message delivery time', 'Database write time', 'Server event-loop delay'])
    await page.getByRole('img', { name: new RegExp(`^${title}: now [\\d.]+ m?s, avg`) }).waitFor(WITHIN)
  await page.getByRole('button', { name: 'anna' }).click()
  const own = page.getByRole('region', { name: 'resource use of anna' })
  await own.getByRole('img', { name: /^Memory: now \d+ MiB/ }).waitFor(WITHIN)
  await shoot(`machine-${name}`)
  expect(await findFaults(page)).toEqual([])
  expect(complaints).toEqual([])
})

test('[U9] charts follow what happens, with no reload', async () => {
  const { guarded } = stage
  const { page, complaints } = await stage.browser.open(guarded, { path: '/machine' })
  // A point stands for half a minute, and is asked for every ten seconds.
  const chart = (name: RegExp) => page.getByRole('img', { name }).waitFor({ timeout: 120_000 })
  await chart(/^Agents running: now 1,/)
  await chart(/^Queued: .*: now [0-2],/)
  for (const title of ['one', 'two', 'three', 'four'])
    await ask(guarded, {
      method: 'POST',
      path: '/api/approvals',
      token: guarded.owner,
      body: { title, content: title },
    })
  expect((await guarded.run('agent', 'spawn', 'bert', '--runtime', 'demo')).code).toBe(0)
  await chart(/^Agents running: now 2,/)
  await chart(/^Queued: .*: now (?:[3-9]|\d\d),/)
  expect(complaints).toEqual([])
})

test('[W2] a discrepancy is shown with its command, and mended by its button', async () => {
  const forgotten = join(stage.guarded.home, 'releases', 'forgotten')
  mkdirSync(forgotten)
  const longAgo = new Date(Date.now() - 8 * 86_400_000)
  utimesSync(forgotten, longAgo, longAgo)
  const { page, complaints, shoot } = await stage.browser.open(stage.guarded, { path: '/health' })
  const row = page.locator('[data-discrepancy="release-unneeded:forgotten"]')
  await row.getByText('cmux doctor --fix').waitFor(WITHIN)
  await shoot('discrepancy')
  expect(await findFaults(page)).toEqual([])
  await row.getByRole('button', { name: /^Fix: nobody needs/ }).click()
  await page.getByText('release forgotten is removed').waitFor(WITHIN)
  await expect.poll(() => row.count(), WITHIN).toBe(0)
  expect([existsSync(forgotten), complaints]).toEqual([false, []])
})

test('[L10] the page of health shows the last prove run: whether it passed, what was wrong, and how soon cmux was back', async () => {
  const folder = join(stage.guarded.home, 'prove')
  mkdirSync(folder)
  writeFileSync(join(folder, 'last.json'), JSON.stringify(PROVE_REPORT))
  const { page, complaints, shoot } = await stage.browser.open(stage.guarded, { path: '/health' })
  const card = page.getByRole('region', { name: 'Prove run' })
  await card.getByText('failed', { exact: true }).waitFor(WITHIN)
  await card.getByText('500 messages: 1 lost, 0 twice, 0 out of order · 0 of 900 requests refused').waitFor()
  await card.getByText('1 lost: prove-7-dora-3').waitFor()
  await card.getByRole('row', { name: 'kill the server 4 80 ms 1.2 s' }).waitFor()
  await card.getByText('Not tried: full disk').waitFor()
  await shoot('prove-run')
  expect(await findFaults(page)).toEqual([])
  expect(complaints).toEqual([])
})

const PROVE_REPORT: ProveReport = {
  problems: ['1 lost: prove-7-dora-3'],
  passed: false,
  at: timestampFromMs(Date.now() - 60_000),
  tookMs: 60_000,
  seed: 7,
  minutes: 1,
  release: 'abc',
  machine: { system: 'linux x64', cores: 2, memoryMb: 8000, node: 'v24.0.0' },
  sandboxed: true,
  agents: 6,
  messages: { sent: 500, lost: 1, twice: 0, outOfOrder: 0, changed: 0 },
  requests: { asked: 900, refused: 0, excused: 3 },
  faults: [{ kind: 'server', times: 4, p50Ms: 80, p99Ms: 1200, maxMs: 1200 }],
  badReleases: [],
  agentsLost: 0,
  notTried: [{ kind: 'disk', why: 'only root can mount a small file system' }],
}

test('[W2] one that only a person can mend has its command, and no button', async () => {
  const folder = join(stage.guarded.home, 'workspaces', 'elsewhere', 'ben')
  mkdirSync(folder, { recursive: true })
  const { page, complaints } = await stage.browser.open(stage.guarded, { path: '/machine' })
  const row = page.locator('[data-discrepancy="workspace-unknown:elsewhere/ben"]')
  await row.getByText('rm -r').waitFor(WITHIN)
  expect(await row.getByRole('button', { name: /^Fix/ }).count()).toBe(0)
  rmSync(folder, { recursive: true })
  await expect.poll(() => row.count(), WITHIN).toBe(0)
  expect(complaints).toEqual([])
})
