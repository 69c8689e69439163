// Takes a sample each time it is asked, writes it down, and tidies up once a day.
import type { MeanAndMax, MetricSample } from '../../protocol/machine/metrics.ts'
import { dayOf, timestampFromMs } from '../../protocol/timestamp.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'
import { composeSample } from './compose-sample.ts'
import { countQueues } from './count-queues.ts'
import type { DeliveryTimes } from './delivery-times.ts'
import type { MachineEyes, MachineSight } from './machine-eyes.ts'
import type { Day, MetricBook } from './metric-book.ts'
import { tidyMetrics, type MetricAges } from './tidy-metrics.ts'

export interface MetricDeps {
  readonly store: Pick<Store, 'read'>
  readonly clock: Clock
  readonly eyes: MachineEyes
  readonly book: MetricBook
  readonly ages: MetricAges
  readonly deliveries: DeliveryTimes
  readonly writes: { take(): MeanAndMax | null }
  readonly loop: { take(): MeanAndMax | null }
}

export interface MetricKeeper {
  /** The first one only begins: times are those between two looks. */
  sample(): Promise<MetricSample | undefined>
  latest(): MetricSample | undefined
}

/** The others have a process, as far as anybody knows. */
const ENDED: ReadonlySet<string> = new Set(['stopped', 'dead'])

export function makeMetricKeeper(deps: MetricDeps): MetricKeeper {
  const { store, clock, eyes, book } = deps
  let before: MachineSight | undefined
  let latest: MetricSample | undefined
  let tidied: Day | undefined
  return {
    latest: () => latest,
    async sample() {
      const roots = rootsOf(await store.read.agents.all())
      const now = await eyes.look([...roots.values()])
      const since = before
      before = now
      if (!since) return undefined
      const own = {
        roots,
        queues: await countQueues(store.read),
        deliveryMs: await deps.deliveries.take(store.read),
        loopDelayMs: deps.loop.take(),
        storeWriteMs: deps.writes.take(),
      }
      latest = composeSample(since, now, own, clock.nowMs())
      await book.add(latest)
      const today = dayOf(timestampFromMs(clock.nowMs()))
      if (today !== tidied) await tidyMetrics(book, deps.ages, clock.nowMs())
      tidied = today
      return latest
    },
  }
}

function rootsOf(agents: readonly AgentRecord[]): Map<string, number> {
  return new Map(
    agents.flatMap(({ name, pid, status }) =>
      pid === null || ENDED.has(status) ? [] : [[name, pid] as const],
    ),
  )
}
