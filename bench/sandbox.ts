// The start of a program in the sandbox that agents get, beside the same program without one. Each start is the best of many, in turn
// and before the machine's other work where this user may: what a sandbox costs is asked, and not how busy the machine is.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeSystemClock } from '../src/adapters/clock/system-clock.ts'
import { makeBubblewrap } from '../src/adapters/confine/bubblewrap.ts'
import type { SandboxNetwork } from '../src/core/confinement/network.ts'
import { planTreeWalls } from '../src/core/improve/plan-tree-walls.ts'
import { Config } from '../src/protocol/config.ts'
import { bubblewrapOptions } from '../src/server/bubblewrap-options.ts'
import { confineSettings } from '../src/server/confine-settings.ts'
import { goFirst } from './measure/go-first.ts'
import { median } from './measure/median.ts'
import { meanProcessorMs } from './measure/processor-time.ts'
import { reportRatios } from './measure/report-ratios.ts'

const ROUNDS = 60
const PROCESSOR_RUNS = 20
/** Longer than the kernel remembers that processes change their groups: the next one would be cheaper than an agent's start is. */
const PAUSE_MS = 40
const ADDED_LIMIT_MS = 15
const ADDED_WITH_NETWORK_LIMIT_MS = 100
const TRUE = '/usr/bin/true'

const home = mkdtempSync(join(tmpdir(), 'cmux-bench-'))
try {
  const config = Config.parse({})
  const environment = { PATH: process.env['PATH'] ?? '', HOME: join(home, 'person') }
  const folder = join(home, 'work')
  mkdirSync(folder)
  const confinement = makeBubblewrap({
    environment,
    clock: makeSystemClock(),
    ...bubblewrapOptions(config, home),
  })
  const confine = confineSettings({ config, home, programs: join(home, 'programs') })
  const walls = planTreeWalls(confine, environment, { folder, borrowed: [] })
  const order = { walls, folder, environment, mayNest: false, command: [TRUE] } as const
  const cmux = { port: 8000, socket: join(home, 'none.sock'), forwarder: [TRUE, TRUE] }
  const enclose = async (network: SandboxNetwork) =>
    (await confinement.enclose({ ...order, network })).command
  const runs: Record<string, readonly string[]> = {
    bare: [TRUE],
    'without a network': await enclose({ kind: 'none' }),
    'with its own': await enclose({ kind: 'own', cmux, ports: [] }),
  }
  const isFirst = goFirst()
  const times = Object.fromEntries(Object.keys(runs).map((name) => [name, [] as number[]]))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, words] of Object.entries(runs)) {
      await pause(PAUSE_MS)
      times[name]?.push(time(words))
    }
  const place = isFirst ? 'before all other work' : 'beside all other work'
  process.stdout.write(`start of ${TRUE}, ${place}, load ${loadavg()[0]?.toFixed(1)}:\n`)
  for (const [name, words] of Object.entries(runs)) tell(name, times[name] ?? [], words)
  const [bare, alone, own] = Object.values(times).map((each) => Math.min(...each)) as [number, number, number]
  reportRatios([
    {
      name: 'sandbox without a network, ms added / 15 ms',
      value: (alone - bare) / ADDED_LIMIT_MS,
      atMost: 1,
    },
    {
      name: 'sandbox with its own network, ms added / 100 ms',
      value: (own - bare) / ADDED_WITH_NETWORK_LIMIT_MS,
      atMost: 1,
    },
  ])
} finally {
  rmSync(home, { recursive: true, force: true })
}

function tell(name: string, times: readonly number[], words: readonly string[]): void {
  const processorMs = meanProcessorMs(words, PROCESSOR_RUNS)
  const told = processorMs === undefined ? 'not known' : `${processorMs.toFixed(1)} ms`
  process.stdout.write(
    `  ${name}: best ${Math.min(...times).toFixed(1)} ms · p50 ${median([...times]).toFixed(1)} ms · processor time ${told}\n`,
  )
}

function time([program = '', ...args]: readonly string[]): number {
  const start = performance.now()
  const { status } = spawnSync(program, args, { stdio: 'ignore' })
  if (status !== 0) throw new Error(`${program} ended with ${status}`)
  return performance.now() - start
}
