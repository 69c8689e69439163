// What was used, as columns of a chart: one for every step, also those in which nothing was used. Pure.
import type { UsageGroup, UsageReport } from '../../../protocol/budgets/usage.ts'

export type Measure = 'tokens' | 'usd' | 'turns' | 'tools'

interface Series {
  readonly name: string
  readonly total: number
}

export interface Column {
  readonly atMs: number
  /** As many as there are series, in their order. */
  readonly values: readonly number[]
  readonly total: number
}

export interface ArrangedUsage {
  readonly series: readonly Series[]
  readonly columns: readonly Column[]
  /** The highest column. */
  readonly max: number
}

/** As many as there are colours that can be told apart; the others are one. */
const SERIES_MAX = 5

export function arrangeUsage(report: UsageReport, measure: Measure): ArrangedUsage {
  const ranked = report.groups
    .filter(({ totals }) => totals[measure] > 0)
    .toSorted(
      (a, b) => Number(a.key === null) - Number(b.key === null) || b.totals[measure] - a.totals[measure],
    )
  const own = ranked.length > SERIES_MAX ? ranked.slice(0, SERIES_MAX - 1) : ranked
  const lines = [...own.map((group) => [group]), ranked.slice(own.length)].filter(({ length }) => length > 0)
  const stepMs = report.stepSec * 1000
  const points = lines.map((groups) => addUp(groups, measure))
  const firstMs = Math.floor(Date.parse(report.from) / stepMs) * stepMs
  const count = Math.max(1, Math.ceil((Date.parse(report.to) - firstMs) / stepMs))
  const columns = Array.from({ length: count }, (_, index) => {
    const atMs = firstMs + index * stepMs
    const values = points.map((line) => line.get(atMs) ?? 0)
    return { atMs, values, total: values.reduce((sum, value) => sum + value, 0) }
  })
  return {
    series: lines.map((groups, index) => ({
      name: index < own.length ? nameOf(groups[0]) : `${groups.length} others`,
      total: groups.reduce((sum, { totals }) => sum + totals[measure], 0),
    })),
    columns,
    max: columns.reduce((max, { total }) => Math.max(max, total), 0),
  }
}

function addUp(groups: readonly UsageGroup[], measure: Measure): ReadonlyMap<number, number> {
  const sums = new Map<number, number>()
  for (const { points } of groups)
    for (const point of points) {
      const atMs = Date.parse(point.at)
      sums.set(atMs, (sums.get(atMs) ?? 0) + point[measure])
    }
  return sums
}

function nameOf(group: UsageGroup | undefined): string {
  if (!group || group.key === null) return 'others'
  return group.key === '' ? 'none' : group.key
}
