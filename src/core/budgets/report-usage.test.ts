import { expect, test } from 'vitest'
import { timestampFromMs, type Timestamp } from '../../protocol/timestamp.ts'
import { UsageQuery } from '../../protocol/budgets/usage.ts'
import { NO_COUNTS } from './counts.ts'
import { decideSpan, reportUsage } from './report-usage.ts'

const NOW_MS = Date.UTC(2026, 0, 20, 12, 34)
const HOUR_MS = 3_600_000
const at = (hour: number): Timestamp => timestampFromMs(Date.UTC(2026, 0, 20, hour))
const row = (key: string, hour: number, input: number) => ({
  key,
  hour: at(hour),
  counts: { ...NO_COUNTS, input, nanoUsd: input * 1000 },
})

test.each<[object, string, string, 'hour' | 'day' | 'week']>([
  [{}, '2026-01-19T13', '2026-01-20T13', 'hour'],
  [{ from: '2026-01-13T00:10:00.000Z' }, '2026-01-13T00', '2026-01-20T13', 'hour'],
  [{ from: '2025-12-20T00:00:00.000Z' }, '2025-12-20T00', '2026-01-20T13', 'day'],
  [{ from: '2024-12-20T00:00:00.000Z' }, '2024-12-20T00', '2026-01-20T13', 'week'],
  [{ from: '2026-02-01T00:00:00.000Z' }, '2026-01-20T12', '2026-01-20T13', 'hour'],
  [{ to: '2026-01-10T00:00:00.000Z', step: 'day' }, '2026-01-09T00', '2026-01-10T00', 'day'],
  [{ to: '2026-01-10T00:00:00.001Z' }, '2026-01-09T01', '2026-01-10T01', 'hour'],
  [
    { to: '2026-01-10T00:00:00.000Z', from: '2026-01-10T00:00:00.000Z' },
    '2026-01-09T23',
    '2026-01-10T00',
    'hour',
  ],
  [{ from: '1990-01-01T00:00:00.000Z' }, '2016-01-13T13', '2026-01-20T13', 'week'],
  [{ from: '2026-01-12T05:00:00.000Z' }, '2026-01-12T05', '2026-01-20T13', 'hour'],
  [{ from: '2026-01-12T04:59:00.000Z' }, '2026-01-12T04', '2026-01-20T13', 'day'],
  [{ from: '2025-07-04T13:00:00.000Z' }, '2025-07-04T13', '2026-01-20T13', 'day'],
  [{ from: '2025-07-04T12:00:00.000Z' }, '2025-07-04T12', '2026-01-20T13', 'week'],
  [{ from: '2026-01-01T00:00:00.000Z', step: 'week' }, '2026-01-01T00', '2026-01-20T13', 'week'],
])('[O3] what is asked for with %j is from %s to %s by the %s', (query, from, to, step) => {
  const span = decideSpan(UsageQuery.parse(query), NOW_MS)
  const stepMs = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 168 * HOUR_MS }[step]
  const whole = ':00:00.000Z'
  expect(span).toEqual({ from: from + whole, to: to + whole, step, stepMs, stepSec: stepMs / 1000 })
})

test('[O3] the hour that begins now is one that runs', () => {
  const span = decideSpan(UsageQuery.parse({}), Date.UTC(2026, 0, 20, 12))
  expect(span.to).toBe('2026-01-20T13:00:00.000Z')
})

test('[O3] who used most comes first, steps are summed up, and the rest is one group', () => {
  const rows = [
    row('a', 1, 10),
    row('b', 1, 500),
    row('a', 2, 20),
    row('a', 23, 5),
    ...Array.from({ length: 25 }, (_, index) => row(`z${index}`, 3, 1)),
  ]
  const { totals, groups } = reportUsage(rows, { stepMs: 2 * HOUR_MS })
  expect(totals).toMatchObject({ input: 560, tokens: 560, usd: 0.00056 })
  expect(groups).toHaveLength(21)
  expect(groups.slice(0, 2).map(({ key, totals: { tokens } }) => [key, tokens])).toEqual([
    ['b', 500],
    ['a', 35],
  ])
  expect(groups[1]?.points.map((point) => [point.at, point.tokens])).toEqual([
    [at(0), 10],
    [at(2), 20],
    [at(22), 5],
  ])
  expect(groups.at(-1)).toMatchObject({
    key: null,
    totals: { tokens: 7 },
    points: [{ at: at(2), tokens: 7 }],
  })
})

test('[O3] who used as much as another comes by name, and twenty are shown before the rest is one', () => {
  const names = Array.from({ length: 20 }, (_, index) => `n${String(index).padStart(2, '0')}`)
  const rows = names.toReversed().map((name) => row(name, 1, 1))
  const { groups } = reportUsage(rows, { stepMs: HOUR_MS })
  expect(groups.map(({ key }) => key)).toEqual(names)
  expect(groups[0]?.points).toMatchObject([{ at: at(1), tokens: 1, usd: 0.000001 }])
})

test('[O3] nothing is nothing', () => {
  expect(reportUsage([], { stepMs: HOUR_MS })).toMatchObject({ totals: { tokens: 0 }, groups: [] })
})
