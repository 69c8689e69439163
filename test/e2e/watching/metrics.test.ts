// What is measured, on a whole cmux with real agents: in the file of the day, over HTTP, for Prometheus, also after a kill.
import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MetricSample, type MetricsReport } from '../../../src/protocol/machine/metrics.ts'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { endServers } from '../../fixtures/end-servers.ts'

let built: BuiltCmux
let team: AgentTeam
beforeAll(async () => {
  built = await buildCmux()
  team = await startTeam(built, 'metrics', { settings: { metrics: { everySec: 0.3 } } })
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const LIMIT = { timeout: 60_000, interval: 100 }
const folder = () => join(team.cmux.home, 'metrics')
const files = () => readdirSync(folder()).filter((name) => name.endsWith('.jsonl'))
const readSamples = () =>
  files()
    .flatMap((name) => readFileSync(join(folder(), name), 'utf8').trimEnd().split('\n'))
    .map((line) => MetricSample.parse(JSON.parse(line)))
const report = async (query = '') => (await team.ask('GET', `/api/metrics${query}`)).json as MetricsReport

const isBusy = ({ anna, ben }: MetricSample['perAgent']) => anna && ben && anna.cpu > 5 && anna.cpu > ben.cpu

test('[W3] machine, agents, queues and cmux itself are measured, and one agent is told from another', async () => {
  await team.spawn('anna', { runtime: 'shell', args: ['/bin/sh', '-c', 'while :; do :; done'] })
  await team.spawn('ben')
  await team.becomes('ben', 'idle')
  await team.ask('POST', '/api/messages', { id: 'm1', to: 'ben', body: 'say hi' })
  await team.reaches('m1', 'seen')
  await expect.poll(() => readSamples().some(({ perAgent }) => isBusy(perAgent)), LIMIT).toBe(true)
  await expect
    .poll(() => readSamples().some(({ deliveryMs }) => (deliveryMs?.max ?? 0) > 0), LIMIT)
    .toBe(true)
  const { latest } = await report()
  expect(latest).toMatchObject({
    agents: 2,
    cpu: expect.toSatisfy((cpu: number) => cpu > 0 && cpu <= 100),
    memory: expect.toSatisfy((memory: number) => memory > 0 && memory < 100),
    loopDelayMs: { mean: expect.any(Number), max: expect.any(Number) },
    storeWriteMs: { mean: expect.toSatisfy((ms: number) => ms > 0), max: expect.any(Number) },
  })
  expect(latest?.perAgent['ben']?.memoryBytes).toBeGreaterThan(1024 ** 2)
})

test('[U9] series are thinned to what is wanted; an agent has its own', async () => {
  const { series } = await report('?points=3')
  expect(series.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['cpu', 'memory', 'disk', 'agents', 'queue']),
  )
  expect(series.every(({ points }) => points.length >= 1 && points.length <= 3)).toBe(true)
  expect((await report('?agent=anna')).series.map(({ name }) => name)).toEqual(['cpu', 'memoryBytes'])
  expect((await report('?agent=nobody')).series).toEqual([])
})

test('[W3] the newest sample is there for Prometheus', async () => {
  const { body } = await team.ask('GET', '/metrics')
  for (const line of [
    /^cmux_machine_cpu_percent [\d.]+$/m,
    /^cmux_disk_free_bytes \d+$/m,
    /^cmux_queue\{queue="mail"\} \d+$/m,
    /^cmux_agent_memory_bytes\{agent="ben"\} \d+$/m,
  ])
    expect(body).toMatch(line)
})

test('[W3] after a kill in the middle of a line the file is whole again, and goes on', async () => {
  const before = readSamples().length
  const [file = ''] = files()
  endServers(team.cmux)
  appendFileSync(join(folder(), file), '{"timestamp":"2026-')
  await expect
    .poll(() => {
      try {
        return readSamples().length
      } catch {
        return 0 // the half line is still there
      }
    }, LIMIT)
    .toBeGreaterThan(before)
})
