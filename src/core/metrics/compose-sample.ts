// One sample out of two looks at the machine and what cmux has counted of itself in between. Pure.
import type { AgentSample, MetricSample } from '../../protocol/machine/metrics.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { DiskSight, MachineSight } from './machine-eyes.ts'

export interface OwnCounts extends Pick<
  MetricSample,
  'queues' | 'deliveryMs' | 'loopDelayMs' | 'storeWriteMs'
> {
  /** The first process of each agent, by its name. */
  readonly roots: ReadonlyMap<string, number>
}

export function composeSample(
  before: MachineSight,
  now: MachineSight,
  own: OwnCounts,
  nowMs: number,
): MetricSample {
  const { queues, deliveryMs, loopDelayMs, storeWriteMs } = own
  const allMs = now.cpu.allMs - before.cpu.allMs
  const perAgent = Object.fromEntries(
    [...own.roots].flatMap(([name, root]) => {
      const sample = measureFamily(before, now, root, allMs)
      return sample ? [[name, sample] as const] : []
    }),
  )
  return {
    timestamp: timestampFromMs(nowMs),
    cpu: percent(now.cpu.busyMs - before.cpu.busyMs, allMs),
    memory: percent(now.memory.usedBytes, now.memory.totalBytes),
    disk: diskPercent(now.disk),
    agents: Object.keys(perAgent).length,
    queue: queues.mail + queues.notices + queues.approvals + queues.changes,
    queues,
    memoryBytes: now.memory.usedBytes,
    diskFreeBytes: now.disk.freeBytes,
    deliveryMs,
    loopDelayMs,
    storeWriteMs,
    perAgent,
  }
}

/** Of what we may use: the part that only root may fill counts as full, as `df` has it. */
export function diskPercent({ usedBytes, freeBytes }: DiskSight): number {
  return percent(usedBytes, usedBytes + freeBytes)
}

function measureFamily(
  before: MachineSight,
  now: MachineSight,
  root: number,
  allMs: number,
): AgentSample | undefined {
  const family = now.families.get(root)
  if (!family) return undefined
  const { memoryBytes, processes } = family
  // One that began in between has used all of its time in between.
  const cpuMs = family.cpuMs - (before.families.get(root)?.cpuMs ?? 0)
  return { cpu: percent(cpuMs, allMs), memoryBytes, processes }
}

/** Between 0 and 100, with two places: what was read at slightly different moments may give a little more. */
function percent(part: number, whole: number): number {
  if (whole <= 0) return 0
  return Math.round(Math.min(1, Math.max(0, part / whole)) * 10_000) / 100
}
