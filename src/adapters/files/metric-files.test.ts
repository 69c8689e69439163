import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { reportMetrics } from '../../core/metrics/report-metrics.ts'
import { tidyMetrics } from '../../core/metrics/tidy-metrics.ts'
import type { MetricSample } from '../../protocol/machine/metrics.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { makeMetricFiles } from './metric-files.ts'

const sampleAt = (ms: number, cpu = 1): MetricSample => ({
  timestamp: timestampFromMs(ms),
  cpu,
  memory: 2,
  disk: 3,
  agents: 1,
  queue: 0,
  queues: { mail: 0, notices: 0, approvals: 0, changes: 0 },
  memoryBytes: 5,
  diskFreeBytes: 6,
  deliveryMs: null,
  loopDelayMs: { mean: 1, max: 9 },
  storeWriteMs: null,
  perAgent: { anna: { cpu, memoryBytes: 7, processes: 1 } },
})
const NOON = Date.UTC(2026, 0, 31, 12)
const DAY_MS = 86_400_000

test('[W3] half a line of somebody who was killed is gone with the next sample; every line is whole', async () => {
  using folder = makeTempFolder()
  const book = makeMetricFiles(folder.path)
  const path = join(folder.path, '2026-01-31.jsonl')
  await book.add(sampleAt(NOON))
  appendFileSync(path, '{"timestamp":"2026-01-31T12:01')
  await book.add(sampleAt(NOON + 60_000))
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([sampleAt(NOON), sampleAt(NOON + 60_000)])
})

test('[W3] a file that is nothing but half a line begins anew', async () => {
  using folder = makeTempFolder()
  writeFileSync(join(folder.path, '2026-01-31.jsonl'), '{"timest')
  await makeMetricFiles(folder.path).add(sampleAt(NOON))
  expect(await makeMetricFiles(folder.path).samplesOf('2026-01-31')).toHaveLength(1)
})

test('[W3] old samples become hours, old hours go, and a drawing has both', async () => {
  using folder = makeTempFolder()
  const book = makeMetricFiles(folder.path)
  for (const ms of [NOON - 9 * DAY_MS, NOON - 9 * DAY_MS + 60_000])
    await book.add(sampleAt(ms, ms % 120_000 ? 9 : 1))
  await book.add(sampleAt(NOON))
  mkdirSync(join(folder.path, 'hours'), { recursive: true })
  writeFileSync(join(folder.path, 'hours', '2025-01-01.jsonl'), '')
  await tidyMetrics(book, { keepDays: 7, keepHoursDays: 365 }, NOON)
  expect(await book.days()).toEqual({ samples: ['2026-01-31'], hours: ['2026-01-22'] })
  const query = { from: timestampFromMs(NOON - 10 * DAY_MS), points: 100 } as const
  const { series } = await reportMetrics(book, query, NOON)
  expect(
    series.find(({ name }) => name === 'cpu')?.points.map(({ min, mean, max }) => [min, mean, max]),
  ).toEqual([
    [1, 5, 9],
    [1, 1, 1],
  ])
  expect(series.some(({ name }) => name.startsWith('agent:'))).toBe(false)
  const anna = await reportMetrics(book, { ...query, agent: 'anna' as never }, NOON)
  expect(anna.series.map(({ name, points }) => [name, points.length])).toEqual([
    ['cpu', 2],
    ['memoryBytes', 2],
  ])
})

test('[W3] a crash between summing up and removing counts nothing twice', async () => {
  using folder = makeTempFolder()
  const book = makeMetricFiles(folder.path)
  await book.add(sampleAt(NOON))
  await book.putHours('2026-01-31', [{ atMs: NOON, of: 1, values: { cpu: { min: 50, mean: 50, max: 50 } } }])
  const { series } = await reportMetrics(book, { points: 10 }, NOON + 1)
  expect(series.find(({ name }) => name === 'cpu')?.points).toEqual([
    { at: expect.any(String) as string, min: 1, mean: 1, max: 1 },
  ])
})
