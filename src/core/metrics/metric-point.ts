// A time and the spread of everything that was measured in it: one sample, an hour of them, or a point of a drawing. Pure.
import type { MeanAndMax, MetricSample, Spread } from '../../protocol/machine/metrics.ts'

export interface MetricPoint {
  readonly atMs: number
  /** How many samples it stands for. */
  readonly of: number
  /** By the name of the series; those of agents are named `agent:NAME:cpu`. */
  readonly values: Readonly<Record<string, Spread>>
}

/** What is drawn of the machine and of cmux, in the order in which it is shown. */
const SERIES: Readonly<Record<string, (sample: MetricSample) => number | MeanAndMax | null>> = {
  cpu: ({ cpu }) => cpu,
  memory: ({ memory }) => memory,
  disk: ({ disk }) => disk,
  agents: ({ agents }) => agents,
  queue: ({ queue }) => queue,
  'queue:mail': ({ queues }) => queues.mail,
  'queue:notices': ({ queues }) => queues.notices,
  'queue:approvals': ({ queues }) => queues.approvals,
  'queue:changes': ({ queues }) => queues.changes,
  deliveryMs: ({ deliveryMs }) => deliveryMs,
  loopDelayMs: ({ loopDelayMs }) => loopDelayMs,
  storeWriteMs: ({ storeWriteMs }) => storeWriteMs,
}

export function pointOfSample(sample: MetricSample): MetricPoint {
  const own = Object.entries(SERIES).flatMap(([name, read]) => {
    const value = read(sample)
    return value === null ? [] : [[name, spreadOf(value)] as const]
  })
  const agents = Object.entries(sample.perAgent).flatMap(
    ([name, { cpu, memoryBytes }]) =>
      [
        [`agent:${name}:cpu`, spreadOf(cpu)],
        [`agent:${name}:memoryBytes`, spreadOf(memoryBytes)],
      ] as const,
  )
  return { atMs: Date.parse(sample.timestamp), of: 1, values: Object.fromEntries([...own, ...agents]) }
}

function spreadOf(value: number | MeanAndMax): Spread {
  if (typeof value === 'number') return { min: value, mean: value, max: value }
  return { min: value.mean, mean: value.mean, max: value.max }
}

/** All of them as one, at the time of the first. Means count by how many samples they stand for. */
export function mergePoints(points: readonly MetricPoint[]): MetricPoint | undefined {
  const [first] = points
  if (!first) return undefined
  const sums = new Map<string, { min: number; sum: number; max: number; of: number }>()
  for (const { of, values } of points)
    for (const [name, { min, mean, max }] of Object.entries(values)) {
      const known = sums.get(name) ?? { min, sum: 0, max, of: 0 }
      sums.set(name, {
        min: Math.min(known.min, min),
        sum: known.sum + mean * of,
        max: Math.max(known.max, max),
        of: known.of + of,
      })
    }
  const values = [...sums].map(
    ([name, { min, sum, max, of }]) => [name, { min, mean: rounded(sum / of), max }] as const,
  )
  return {
    atMs: first.atMs,
    of: points.reduce((sum, { of }) => sum + of, 0),
    values: Object.fromEntries(values),
  }
}

const rounded = (value: number) => Math.round(value * 1000) / 1000
