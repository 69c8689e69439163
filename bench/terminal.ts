// From what an agent prints to who watches it: 1, 20 and 100 panes of ten lines a second each, over our stream, beside a
// `capture-pane` of every pane each half second, which is what most others do; and what either costs.
import { setTimeout as pause } from 'node:timers/promises'
import { makeBuild, type Build } from '../test/fixtures/start-server-process.ts'
import { cpuMs, cpuWithChildrenMs } from '../test/fixtures/process-costs.ts'
import { startCrowd } from './measure/crowd.ts'
import { median } from './measure/median.ts'
import { percentile } from './measure/percentile.ts'
import { reportRatios } from './measure/report-ratios.ts'
import { printStamps } from './measure/time-stamps.ts'
import { watchByPolling, watchStream, type Watching } from './measure/watch-panes.ts'

const PANES = [1, 20, 100] as const
const LINES_PER_SEC = 10
const POLL_EVERY_MS = 500
const ROUNDS = 3
const CALM_MS = 1000
const MEASURE_MS = 3000
const P50_RATIO_MIN = 50
const CPU_RATIO_MAX = 0.5

interface Figures {
  readonly p50: number
  readonly p99: number
  readonly linesPerSec: number
  /** A busy machine may not let polling keep its pace: then it costs less than it should. */
  readonly deliveriesPerSec: number
  readonly cpuPercent: number
}

async function measure(watching: Watching, cpu: () => number): Promise<Figures> {
  await pause(CALM_MS)
  watching.take()
  const [startMs, startCpuMs] = [performance.now(), cpu()]
  await pause(MEASURE_MS)
  const { ages, deliveries } = watching.take()
  const tookMs = performance.now() - startMs
  const cpuPercent = ((cpu() - startCpuMs) / tookMs) * 100
  await watching.end()
  return {
    p50: percentile(ages, 0.5),
    p99: percentile(ages, 0.99),
    linesPerSec: (ages.length / tookMs) * 1000,
    deliveriesPerSec: (deliveries / tookMs) * 1000,
    cpuPercent,
  }
}

/** The same panes both times: agents outlive the server, so that the other way has tmux to itself. */
async function compare(build: Build, panes: number): Promise<readonly [ours: Figures, theirs: Figures]> {
  await using crowd = await startCrowd(build)
  const { server } = crowd
  const agents = await crowd.grow(panes, { runtime: 'shell', args: printStamps(LINES_PER_SEC) })
  const tmux = crowd.tmuxPid()
  const pids = [server.pid, tmux, ...crowd.clientPids()]
  const ours = await measure(await watchStream(server, agents), () =>
    pids.reduce((sum, pid) => sum + cpuMs(pid), 0),
  )
  await server.stop('SIGTERM')
  const polling = watchByPolling(crowd, agents, POLL_EVERY_MS)
  const theirs = await measure(polling, () => cpuMs(tmux) + cpuWithChildrenMs(process.pid))
  return [ours, theirs]
}

const middle = (rounds: readonly Figures[], field: keyof Figures) =>
  median(rounds.map((figures) => figures[field]))

function describe(name: string, rounds: readonly Figures[]): string {
  const text = (field: keyof Figures, digits = 0) => middle(rounds, field).toFixed(digits)
  const lag = `p50 ${text('p50', 2)} ms, p99 ${text('p99', 2)} ms`
  const pace = `${text('linesPerSec')} lines/s in ${text('deliveriesPerSec')} deliveries/s`
  return `${name}: ${lag}, ${pace}, CPU ${text('cpuPercent', 1)} %`
}

using build = await makeBuild()
const results = new Map(PANES.map((panes) => [panes, { ours: [] as Figures[], theirs: [] as Figures[] }]))
for (let round = 0; round < ROUNDS; round += 1)
  for (const [panes, { ours, theirs }] of results) {
    const [our, their] = await compare(build, panes)
    ours.push(our)
    theirs.push(their)
  }
for (const [panes, { ours, theirs }] of results) {
  console.log(`${panes} panes`)
  console.log(`  ${describe('our stream', ours)}`)
  console.log(`  ${describe(`capture-pane every ${POLL_EVERY_MS} ms`, theirs)}`)
}
const { ours, theirs } = results.get(100) ?? { ours: [], theirs: [] }
reportRatios([
  {
    name: 'p50 of polling / ours, 100 panes',
    value: middle(theirs, 'p50') / middle(ours, 'p50'),
    atLeast: P50_RATIO_MIN,
  },
  {
    name: 'CPU of ours / polling, 100 panes',
    value: middle(ours, 'cpuPercent') / middle(theirs, 'cpuPercent'),
    atMost: CPU_RATIO_MAX,
  },
])
