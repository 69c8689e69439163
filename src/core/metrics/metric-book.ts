// Where samples are kept: a file a day with a line each, and later a file with a line an hour.
import type { MetricSample } from '../../protocol/machine/metrics.ts'
import type { MetricPoint } from './metric-point.ts'

/** `2026-01-31`, in UTC. */
export type Day = string

export interface MetricBook {
  /** A whole line or none, also after a crash. */
  add(sample: MetricSample): Promise<void>
  /** In order of time. */
  days(): Promise<{ readonly samples: readonly Day[]; readonly hours: readonly Day[] }>
  /** Lines that can't be read are left out. */
  samplesOf(day: Day): Promise<MetricPoint[]>
  hoursOf(day: Day): Promise<MetricPoint[]>
  putHours(day: Day, hours: readonly MetricPoint[]): Promise<void>
  removeSamples(day: Day): Promise<void>
  removeHours(day: Day): Promise<void>
}
