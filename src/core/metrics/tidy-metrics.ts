// Samples are kept for a while, then only hours of them, then nothing. Each step can be repeated after a crash.
import { dayOf, timestampFromMs } from '../../protocol/timestamp.ts'
import type { Day, MetricBook } from './metric-book.ts'
import { thinPoints } from './thin-points.ts'

export interface MetricAges {
  readonly keepDays: number
  readonly keepHoursDays: number
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

export async function tidyMetrics(book: MetricBook, ages: MetricAges, nowMs: number): Promise<void> {
  const { samples, hours } = await book.days()
  const [today, keep, keepHours] = [0, ages.keepDays, ages.keepHoursDays].map((days) =>
    dayOf(timestampFromMs(nowMs - days * DAY_MS)),
  )
  for (const day of samples.filter((one) => one < (keep ?? '') && one !== today)) {
    await book.putHours(day, thinPoints(await book.samplesOf(day), spanOf(day), HOUR_MS))
    // Only now: a crash before this does the same again.
    await book.removeSamples(day)
  }
  for (const day of hours.filter((one) => one < (keepHours ?? ''))) await book.removeHours(day)
}

export function spanOf(day: Day) {
  const fromMs = Date.parse(`${day}T00:00:00.000Z`)
  return { fromMs, toMs: fromMs + DAY_MS }
}
