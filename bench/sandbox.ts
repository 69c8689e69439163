// The start of a program in the sandbox that agents get, beside the same program without one.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeSystemClock } from '../src/adapters/clock/system-clock.ts'
import { makeBubblewrap } from '../src/adapters/confine/bubblewrap.ts'
import type { SandboxNetwork } from '../src/core/confinement/network.ts'
import { planTreeWalls } from '../src/core/improve/plan-tree-walls.ts'
import { Config } from '../src/protocol/config.ts'
import { bubblewrapOptions } from '../src/server/bubblewrap-options.ts'
import { confineSettings } from '../src/server/confine-settings.ts'
import { median } from './measure/median.ts'
import { reportRatios } from './measure/report-ratios.ts'

const ROUNDS = 60
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
    'with its own network': await enclose({ kind: 'own', cmux, ports: [] }),
  }
  const times = Object.fromEntries(Object.keys(runs).map((name) => [name, [] as number[]]))
  // Interleaved, so that the machine's other work falls on all of them alike.
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, words] of Object.entries(runs)) times[name]?.push(time(words))
  const [bare, alone, own] = Object.values(times).map(median) as [number, number, number]
  process.stdout.write(
    `start of ${TRUE}, p50: bare ${bare.toFixed(1)} ms · without a network ${alone.toFixed(1)} ms · with its own ${own.toFixed(1)} ms\n`,
  )
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

function time([program = '', ...args]: readonly string[]): number {
  const start = performance.now()
  const { status } = spawnSync(program, args, { stdio: 'ignore' })
  if (status !== 0) throw new Error(`${program} ended with ${status}`)
  return performance.now() - start
}
