import { expect, test } from 'vitest'
import type { Timestamp } from '../../../protocol/timestamp.ts'
import type { UsageReport, UsageSums } from '../../../protocol/budgets/usage.ts'
import { arrangeUsage } from './arrange-usage.ts'

const NOTHING: UsageSums = {
  turns: 0,
  tools: 0,
  restarts: 0,
  wallSec: 0,
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  tokens: 0,
  usd: 0,
  unpricedTokens: 0,
}
const hour = (at: number) => new Date(Date.UTC(2026, 0, 1, at)).toISOString() as Timestamp
const used = (key: string | null, ...points: (readonly [hour: number, tokens: number])[]) => ({
  key,
  totals: { ...NOTHING, tokens: points.reduce((sum, [, tokens]) => sum + tokens, 0) },
  points: points.map(([at, tokens]) => Object.assign({ at: hour(at) }, NOTHING, { tokens })),
})
const report = (...groups: UsageReport['groups']): UsageReport => ({
  by: 'agent',
  from: hour(1),
  to: hour(4),
  step: 'hour',
  stepSec: 3600,
  totals: NOTHING,
  groups,
  prices: { date: '', source: 'built-in', trouble: null },
})

test('[U9] every step has a column, who used most comes first, and columns add up', () => {
  const { series, columns, max } = arrangeUsage(
    report(used('ann', [1, 5]), used('', [1, 10], [3, 2])),
    'tokens',
  )
  expect(series).toEqual([
    { name: 'none', total: 12 },
    { name: 'ann', total: 5 },
  ])
  expect(columns.map(({ values, total }) => [values, total])).toEqual([
    [[10, 5], 15],
    [[0, 0], 0],
    [[2, 0], 2],
  ])
  expect(max).toBe(15)
})

test('[U9] more than can be told apart are one, and those that used nothing are not there', () => {
  const many = Array.from({ length: 8 }, (_, index) => used(`a${index}`, [2, 10 + index]))
  const { series, columns } = arrangeUsage(report(...many, used('idle'), used(null, [2, 1])), 'tokens')
  expect(series.map(({ name }) => name)).toEqual(['a7', 'a6', 'a5', 'a4', '5 others'])
  expect(columns[1]?.total).toBe(many.reduce((sum, { totals }) => sum + totals.tokens, 1))
})

test('[U9] nothing used is a chart without columns that stand out', () => {
  expect(arrangeUsage(report(), 'usd')).toMatchObject({ series: [], max: 0 })
})
