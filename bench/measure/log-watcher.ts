// The log watcher alone in a process of its own, on a store of its own, for a bench that wants to know what it costs. It looks
// every second until it is told to end, and then says what it found and what it used.
import { makeSystemClock } from '../../src/adapters/clock/system-clock.ts'
import { makeSystemEntropy } from '../../src/adapters/entropy/system-entropy.ts'
import { makeSystemLogFiles } from '../../src/adapters/logs/system-log-files.ts'
import { makeMemoryStore } from '../../src/adapters/store/memory-store.ts'
import { keepWatch } from '../../src/core/watch/keep-watch.ts'
import type { LogSource } from '../../src/core/watch/log-files.ts'
import { WatchSettings } from '../../src/protocol/machine/watch-settings.ts'

const EVERY_SEC = 1
const SAMPLE_MS = 250

export interface WatcherCosts {
  readonly counted: number
  readonly cpuSec: number
  /** Resident, a sample each. */
  readonly bytes: readonly number[]
}

const [folder = '', glob = ''] = process.argv.slice(2)
const clock = makeSystemClock()
const store = await makeMemoryStore({ clock, onCommit: () => undefined, onLostTrust: () => undefined })
const { patterns, ...alertPolicy } = WatchSettings.parse({})
const source: LogSource = {
  key: 'bench',
  project: null,
  folder,
  isConfined: false,
  globs: [glob],
  patterns,
  ignore: [],
}
const count = async () =>
  (await store.read.alerts.list({ limit: 1000 })).reduce((sum, alert) => sum + alert.count, 0)
const bytes: number[] = []
setInterval(() => bytes.push(process.memoryUsage.rss()), SAMPLE_MS)

process.on('message', (word) => void (word === 'count' ? tellCount() : tellCosts()))
const tellCount = async () => process.send?.(await count())

async function tellCosts(): Promise<void> {
  const { user, system } = process.cpuUsage(begun)
  await keeper.stop()
  const costs: WatcherCosts = { counted: await count(), cpuSec: (user + system) / 1e6, bytes }
  process.send?.(costs, () => process.exit(0))
}

const keeper = keepWatch({
  store,
  clock,
  entropy: makeSystemEntropy(clock),
  alertPolicy,
  ownCheckout: () => undefined,
  logFiles: makeSystemLogFiles(),
  putAttachment: ({ name }) => Promise.resolve(name),
  everySec: EVERY_SEC,
  listSources: () => Promise.resolve({ sources: [source], isWhole: true }),
  onError: (error) => console.error(error),
})
const begun = process.cpuUsage()
const ready = setInterval(() => void tellReady(), SAMPLE_MS)

/** What is there at the first look is history. */
async function tellReady(): Promise<void> {
  if (!(await store.read.watch.bySource(source.key))) return
  clearInterval(ready)
  process.send?.('ready')
}
