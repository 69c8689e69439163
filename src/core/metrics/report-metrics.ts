// Series between two moments, from whatever is kept of that time.
import type { MetricsQuery, MetricsReport } from '../../protocol/machine/metrics.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { MetricBook } from './metric-book.ts'
import type { MetricPoint } from './metric-point.ts'
import { thinPoints, type Span } from './thin-points.ts'
import { spanOf } from './tidy-metrics.ts'

const HOUR_MS = 3_600_000
const RANGE_MAX_MS = 3660 * 24 * HOUR_MS

/** A range that makes no sense becomes one that does. */
function decideRange({ from, to }: Pick<MetricsQuery, 'from' | 'to'>, nowMs: number): Span {
  const toMs = to === undefined ? nowMs + 1 : Date.parse(to)
  const wantedMs = from === undefined ? toMs - HOUR_MS : Date.parse(from)
  return { fromMs: Math.max(Math.min(wantedMs, toMs - 1000), toMs - RANGE_MAX_MS), toMs }
}

export async function reportMetrics(
  book: MetricBook,
  query: MetricsQuery,
  nowMs: number,
): Promise<Pick<MetricsReport, 'from' | 'to' | 'stepSec' | 'series'>> {
  const span = decideRange(query, nowMs)
  const stepMs = Math.ceil((span.toMs - span.fromMs) / query.points)
  const prefix = query.agent === undefined ? undefined : `agent:${query.agent}:`
  const wanted = await readWanted(book, span, (name) =>
    prefix === undefined ? !name.startsWith('agent:') : name.startsWith(prefix),
  )
  const thinned = thinPoints(wanted, span, stepMs)
  const names = [...new Set(thinned.flatMap(({ values }) => Object.keys(values)))]
  return {
    from: timestampFromMs(span.fromMs),
    to: timestampFromMs(span.toMs),
    stepSec: stepMs / 1000,
    series: names.map((name) => ({
      name: name.slice(prefix?.length ?? 0),
      points: thinned.flatMap(({ atMs, values }) => {
        const spread = values[name]
        return spread ? [{ at: timestampFromMs(atMs), ...spread }] : []
      }),
    })),
  }
}

async function readWanted(
  book: MetricBook,
  { fromMs, toMs }: Span,
  isWanted: (name: string) => boolean,
): Promise<MetricPoint[]> {
  const touches = (day: string) => spanOf(day).toMs > fromMs && spanOf(day).fromMs < toMs
  const { samples, hours } = await book.days()
  const points: MetricPoint[] = []
  const take = (read: readonly MetricPoint[]) => {
    for (const { values, ...point } of read) {
      const kept = Object.entries(values).filter(([name]) => isWanted(name))
      points.push({ ...point, values: Object.fromEntries(kept) })
    }
  }
  // A day whose samples are still there: a crash may have left both.
  for (const day of hours.filter((one) => touches(one) && !samples.includes(one)))
    take(await book.hoursOf(day))
  for (const day of samples.filter(touches)) take(await book.samplesOf(day))
  return points
}
