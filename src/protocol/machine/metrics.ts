// What is measured of the machine, the agents and cmux itself: a sample each minute, and series of them for drawing.
import { z } from 'zod'
import { AgentName } from '../ids.ts'
import { Timestamp } from '../timestamp.ts'

const MeanAndMax = z.object({ mean: z.number(), max: z.number() })
export type MeanAndMax = z.infer<typeof MeanAndMax>

const AgentSample = z.object({
  /** Percent of the whole machine, so that agents add up to it. */
  cpu: z.number(),
  /** Of all its processes; what they share counts for each. */
  memoryBytes: z.number(),
  processes: z.number().int(),
})
export type AgentSample = z.infer<typeof AgentSample>

export const MetricSample = z.object({
  timestamp: Timestamp,
  /** These three in percent. */
  cpu: z.number(),
  memory: z.number(),
  disk: z.number(),
  /** How many have a process. */
  agents: z.number().int(),
  /** All that waits, of the queues below. */
  queue: z.number().int(),
  queues: z.object({
    mail: z.number().int(),
    notices: z.number().int(),
    approvals: z.number().int(),
    changes: z.number().int(),
  }),
  memoryBytes: z.number(),
  diskFreeBytes: z.number(),
  /** From accepted to submitted, of what was submitted since the last sample; null when nothing was. */
  deliveryMs: MeanAndMax.nullable(),
  loopDelayMs: MeanAndMax.nullable(),
  storeWriteMs: MeanAndMax.nullable(),
  perAgent: z.record(z.string(), AgentSample),
})
export type MetricSample = z.infer<typeof MetricSample>

/** Of one time: the least, the mean and the most. */
export const Spread = z.object({ min: z.number(), mean: z.number(), max: z.number() })
export type Spread = z.infer<typeof Spread>

export const MetricsQuery = z.strictObject({
  /** Default: the last hour. */
  from: Timestamp.optional(),
  to: Timestamp.optional(),
  /** So many points a series at most; least and most of what is between them are kept. */
  points: z.coerce.number().int().min(2).max(1000).default(120),
  /** The series of this agent instead of the machine's. */
  agent: AgentName.optional(),
})
export type MetricsQuery = z.infer<typeof MetricsQuery>

const SeriesPoint = Spread.extend({ at: Timestamp })

export const MetricsReport = z.object({
  from: Timestamp,
  to: Timestamp,
  /** How far points are apart. */
  stepSec: z.number(),
  /** How often a sample is taken. */
  everySec: z.number(),
  /** In order; where nothing was measured there is no point. */
  series: z.array(z.object({ name: z.string(), points: z.array(SeriesPoint) })),
  /** The newest sample. */
  latest: MetricSample.nullable(),
})
export type MetricsReport = z.infer<typeof MetricsReport>
