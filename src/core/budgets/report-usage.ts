// What was used between two moments, as a chart wants it: groups, the largest first, with points a step apart. Pure.
import { timestampFromMs, type Timestamp } from '../../protocol/timestamp.ts'
import type { UsageGroup, UsageQuery, UsageReport } from '../../protocol/budgets/usage.ts'
import { addCounts, NO_COUNTS, tokensOf, type Counts } from './counts.ts'
import { toUsageSums } from './to-usage-sums.ts'
import type { UsageRow } from './usage-ledger.ts'

const HOUR_MS = 3_600_000
const STEPS_MS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const
const POINTS_MAX = 200
/** More lines than these nobody can tell apart; the others are one. */
const GROUPS_MAX = 20
const RANGE_MAX_MS = 366 * 10 * STEPS_MS.day

export interface UsageSpan extends Pick<UsageReport, 'from' | 'to' | 'step' | 'stepSec'> {
  readonly stepMs: number
}

/** Whole hours, the one that runs included; a range that makes no sense becomes one that does. */
export function decideSpan({ from, to, step }: UsageQuery, nowMs: number): UsageSpan {
  const toMs = Math.ceil((to === undefined ? nowMs + 1 : Date.parse(to)) / HOUR_MS) * HOUR_MS
  const wantedMs = from === undefined ? toMs - STEPS_MS.day : Math.floor(Date.parse(from) / HOUR_MS) * HOUR_MS
  const fromMs = Math.max(Math.min(wantedMs, toMs - HOUR_MS), toMs - RANGE_MAX_MS)
  const fitting = (['hour', 'day'] as const).find((name) => (toMs - fromMs) / STEPS_MS[name] <= POINTS_MAX)
  const chosen = step === 'auto' ? (fitting ?? 'week') : step
  const stepMs = STEPS_MS[chosen]
  return {
    from: timestampFromMs(fromMs),
    to: timestampFromMs(toMs),
    step: chosen,
    stepSec: stepMs / 1000,
    stepMs,
  }
}

interface Group {
  totals: Counts
  readonly points: Map<Timestamp, Counts>
}

export function reportUsage(
  rows: readonly UsageRow[],
  { stepMs }: Pick<UsageSpan, 'stepMs'>,
): Pick<UsageReport, 'totals' | 'groups'> {
  const groups = new Map<string, Group>()
  for (const row of rows) addRow(groups, row.key, row, stepMs)
  const ranked = [...groups].toSorted(
    ([aKey, a], [bKey, b]) => tokensOf(b.totals) - tokensOf(a.totals) || aKey.localeCompare(bKey),
  )
  const shown = ranked.slice(0, GROUPS_MAX)
  const rest = new Map<string, Group>()
  const left = new Set(ranked.slice(GROUPS_MAX).map(([key]) => key))
  for (const row of rows) if (left.has(row.key)) addRow(rest, '', row, stepMs)
  return {
    totals: toUsageSums(rows.reduce((sum, { counts }) => addCounts(sum, counts), NO_COUNTS)),
    groups: [
      ...shown.map(([key, group]) => describe(key, group)),
      ...[...rest.values()].map((group) => describe(null, group)),
    ],
  }
}

function addRow(groups: Map<string, Group>, key: string, { hour, counts }: UsageRow, stepMs: number): void {
  const group = groups.get(key) ?? { totals: NO_COUNTS, points: new Map<Timestamp, Counts>() }
  groups.set(key, group)
  const at = timestampFromMs(Math.floor(Date.parse(hour) / stepMs) * stepMs)
  group.totals = addCounts(group.totals, counts)
  group.points.set(at, addCounts(group.points.get(at) ?? NO_COUNTS, counts))
}

function describe(key: string | null, { totals, points }: Group): UsageGroup {
  return {
    key,
    totals: toUsageSums(totals),
    points: [...points].map(([at, counts]) => Object.assign(toUsageSums(counts), { at })),
  }
}
