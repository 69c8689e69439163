// What the server costs while its agents do nothing, from 1 to 200 of them: memory and CPU, and how long it takes to list
// them. The agents are programs that only sleep, so that the memory is the server's.
import { setTimeout as pause } from 'node:timers/promises'
import { cpuMs, residentBytes } from '../test/fixtures/process-costs.ts'
import { makeBuild } from '../test/fixtures/start-server-process.ts'
import { startCrowd, type Crowd } from './measure/crowd.ts'
import { median } from './measure/median.ts'
import { percentile } from './measure/percentile.ts'
import { reportRatios } from './measure/report-ratios.ts'

const COUNTS = [1, 20, 100, 200] as const
const SLEEPER = ['sleep', '100000']
/** After starts there is work left over: screens, statuses, garbage. */
const CALM_MS = 5000
const WINDOWS = 5
const WINDOW_MS = 2000
const ASKS = 100
const IDLE_CPU_MAX_PERCENT = 5
/** The memory of the second hundred agents against that of the first: linear is 1. */
const GROWTH_MAX = 2
/** Below this a difference is the garbage of the moment. */
const GROWTH_FLOOR_BYTES = 32 * 1024

interface Figures {
  readonly agents: number
  readonly rss: number
  readonly cpuPercent: number
  readonly tmuxCpuPercent: number
  readonly p50: number
  readonly p99: number
}

async function measure(crowd: Crowd, agents: number): Promise<Figures> {
  await crowd.grow(agents, { runtime: 'shell', args: SLEEPER })
  await pause(CALM_MS)
  const [server, tmux] = [crowd.server.pid, crowd.tmuxPid()]
  const cpu: number[] = []
  const tmuxCpu: number[] = []
  for (let window = 0; window < WINDOWS; window += 1) {
    const [startMs, before, tmuxBefore] = [performance.now(), cpuMs(server), cpuMs(tmux)]
    await pause(WINDOW_MS)
    const tookMs = performance.now() - startMs
    cpu.push(((cpuMs(server) - before) / tookMs) * 100)
    tmuxCpu.push(((cpuMs(tmux) - tmuxBefore) / tookMs) * 100)
  }
  const rss = residentBytes(server)
  const times: number[] = []
  for (let ask = 0; ask < ASKS; ask += 1) {
    const startMs = performance.now()
    await crowd.list()
    times.push(performance.now() - startMs)
  }
  return {
    agents,
    rss,
    cpuPercent: median(cpu),
    tmuxCpuPercent: median(tmuxCpu),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  }
}

using build = await makeBuild()
await using crowd = await startCrowd(build)
const results: Figures[] = []
for (const count of COUNTS) {
  const figures = await measure(crowd, count)
  results.push(figures)
  const { agents, rss, cpuPercent, tmuxCpuPercent, p50, p99 } = figures
  console.log(
    `${agents} agents: server ${(rss / 2 ** 20).toFixed(1)} MiB, idle CPU ${cpuPercent.toFixed(1)} % (tmux ${tmuxCpuPercent.toFixed(1)} %), GET /api/agents p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
  )
}
const at = (count: number) => results.find(({ agents }) => agents === count)?.rss ?? Number.NaN
const perAgent = (from: number, to: number) => Math.max(GROWTH_FLOOR_BYTES, (at(to) - at(from)) / (to - from))
console.log(
  `RSS an agent: ${(perAgent(1, 100) / 1024).toFixed(0)} KiB up to 100, ${(perAgent(100, 200) / 1024).toFixed(0)} KiB beyond`,
)
reportRatios([
  {
    name: 'idle CPU, 200 agents, % / 5 %',
    value: (results.at(-1)?.cpuPercent ?? Number.NaN) / IDLE_CPU_MAX_PERCENT,
    atMost: 1,
  },
  {
    name: 'RSS an agent, 100 to 200 / 1 to 100',
    value: perAgent(100, 200) / perAgent(1, 100),
    atMost: GROWTH_MAX,
  },
])
