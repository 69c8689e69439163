// What the server holds about the machine: samples of it, care for its disk and a look for discrepancies while we lead.
import { join } from 'node:path'
import type { Logger } from 'pino'
import { watchLoopDelay } from '../../adapters/clock/loop-delay.ts'
import { makeMetricFiles } from '../../adapters/files/metric-files.ts'
import { makeSystemEyes } from '../../adapters/machine/system-eyes.ts'
import type { AgentDeps } from '../../core/agents/agent-deps.ts'
import { raiseAlerts, type Noticed } from '../../core/alerts/raise-alerts.ts'
import type { Clock } from '../../core/clock.ts'
import type { Entropy } from '../../core/entropy.ts'
import type { DeliveryTimes } from '../../core/metrics/delivery-times.ts'
import { makeSlowKeeper } from '../../core/health/slow-keeper.ts'
import type { SlowWatch } from '../../core/health/slow-watch.ts'
import { makeMetricKeeper } from '../../core/metrics/metric-keeper.ts'
import type { RangeMeter } from '../../core/metrics/range-meter.ts'
import { reportMetrics } from '../../core/metrics/report-metrics.ts'
import type { Store } from '../../core/store.ts'
import type { DiscrepancyKeeper } from '../../core/watch/discrepancy-keeper.ts'
import type { Workspaces } from '../../core/workspaces/workspaces.ts'
import { repeatedly } from '../../lib/repeatedly.ts'
import type { Config } from '../../protocol/config.ts'
import type { HomeSpace } from '../../protocol/machine/home-space.ts'
import type { MetricSample, MetricsQuery, MetricsReport } from '../../protocol/machine/metrics.ts'
import { makeDatabaseCare, type DatabaseCare, type DatabaseCareDeps } from '../database-care.ts'
import { makeHouseCare } from './house-care.ts'
import type { Release } from '../release.ts'
import { readOwnCheckout } from '../own-system/read-own-checkout.ts'

export interface MachineRoom extends Disposable {
  /** Only who leads measures and mends. */
  start(): void
  stop(): Promise<void>
  /** The newest sample of this server. */
  latest(): MetricSample | undefined
  report(query: MetricsQuery): Promise<MetricsReport>
  readonly discrepancies: DiscrepancyKeeper
  readonly databaseCare: DatabaseCare
  /** What the home takes, at the last look. */
  space(): HomeSpace | undefined
  readonly alert: (noticed: readonly Noticed[]) => Promise<void>
}

export interface MachineRoomDeps {
  readonly home: string
  readonly config: Config
  readonly store: Store
  readonly clock: Clock
  readonly entropy: Entropy
  readonly log: Logger
  readonly release: Release
  readonly deliveries: DeliveryTimes
  readonly writes: RangeMeter
  readonly workspaces: Workspaces
  readonly agents: { readonly deps: AgentDeps }
  readonly database: Pick<DatabaseCareDeps, 'path' | 'store'>
  readonly slow: Pick<SlowWatch, 'current'>
}

/** What is found is looked at again sooner, to know whether it stays. */
const CONFIRM_SHARE = 1 / 5
/** Times are those between two looks: whoever opens the page after a start need not wait long for the second. */
const FIRST_SPAN_SEC = 2
/** It reads one small file, unless there is more to do. */
const LOOK_AT_DATABASE_MS = 2000
/** Right after a start much is still on its way. */
const FIRST_LOOK_SEC = 30
const SLOW_EVERY_MS = 2000
/** A start has more to do than to read all folders. */
const FIRST_MEASURE_SEC = 60

export function makeMachineRoom(deps: MachineRoomDeps): MachineRoom {
  const { home, config, clock, log, store } = deps
  const { everySec, keepDays, keepHoursDays } = config.metrics
  const book = makeMetricFiles(join(home, 'metrics'))
  const loop = watchLoopDelay()
  const eyes = makeSystemEyes(home, process.platform)
  const keeper = makeMetricKeeper({ ...deps, eyes, book, loop, ages: { keepDays, keepHoursDays } })
  const alert = async (noticed: readonly Noticed[]) => {
    const alertDeps = { ...deps, alertPolicy: config.watch, ownCheckout: () => readOwnCheckout(home) }
    await store.write((writer) => raiseAlerts(alertDeps, writer, noticed, null))
  }
  const { disk, space, discrepancies } = makeHouseCare({ ...deps, alert })
  const policy = checkPolicy(config)
  const databaseCare = makeDatabaseCare({ ...deps.database, clock, log, policy, alert })
  const say = (doing: string) => (error: unknown) => log.warn({ err: error }, doing)
  const slow = makeSlowKeeper({ ...deps, alert })
  let nextLookSec: number | undefined
  let isStarted = false
  const compare = async () => {
    const isFirst = nextLookSec === undefined
    nextLookSec = Math.min(config.discrepancies.everySec, FIRST_LOOK_SEC)
    if (isFirst) return
    const { isOpen } = await discrepancies.look()
    nextLookSec = config.discrepancies.everySec * (isOpen ? CONFIRM_SHARE : 1)
  }
  const loops: readonly (readonly [everyMs: () => number, work: () => Promise<void>])[] = [
    [() => LOOK_AT_DATABASE_MS, () => databaseCare.look(over.signal)],
    [
      () => (keeper.latest() ? everySec : Math.min(everySec, FIRST_SPAN_SEC)) * 1000,
      async () => void (await keeper.sample().catch(say('the machine could not be measured'))),
    ],
    [() => config.disk.everySec * 1000, () => disk.look().catch(say('the disk could not be looked after'))],
    [
      () => Math.min(config.disk.measureEverySec, space.latest() ? Infinity : FIRST_MEASURE_SEC) * 1000,
      async () => {
        if (isStarted) await space.look(over.signal).catch(say('the home could not be measured'))
        isStarted = true
      },
    ],
    [() => SLOW_EVERY_MS, () => slow.look().catch(say('nobody could tell of a slow machine'))],
    [
      () => (nextLookSec ?? FIRST_LOOK_SEC) * 1000,
      () => compare().catch(say('nobody could look for discrepancies')),
    ],
  ]
  let ends: (() => Promise<void>)[] = []
  const over = new AbortController()
  return {
    discrepancies,
    databaseCare,
    alert,
    space: space.latest,
    start() {
      if (ends.length > 0) return
      ends = loops.map(([everyMs, work]) => repeatedly(clock, everyMs, work))
    },
    async stop() {
      over.abort()
      const running = ends
      ends = []
      await Promise.all(running.map((end) => end()))
    },
    latest: keeper.latest,
    async report(query) {
      const report = await reportMetrics(book, query, clock.nowMs())
      return { ...report, everySec, latest: keeper.latest() ?? null }
    },
    [Symbol.dispose]: () => loop[Symbol.dispose](),
  }
}

function checkPolicy({ database: { checkEverySec, checkAfterSec } }: Config): DatabaseCareDeps['policy'] {
  return { everyMs: checkEverySec * 1000, afterMs: checkAfterSec * 1000 }
}
