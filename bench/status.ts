// `cmux status` against a running instance, beside `node -e 0`; and what the launcher adds to running the CLI directly.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from './measure/median.ts'
import { reportRatios } from './measure/report-ratios.ts'

const ROUNDS = 20
const STATUS_RATIO_MAX = 2.5
const LAUNCHER_LIMIT_MS = 30

const root = join(import.meta.dirname, '..')
const launcher = join(root, 'cmux')
const home = mkdtempSync(join(tmpdir(), 'cmux-bench-'))

function time(program: string, args: readonly string[]): number {
  const start = performance.now()
  const { status } = spawnSync(program, args, { stdio: 'ignore' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`)
  return performance.now() - start
}

execFileSync(launcher, ['up', '--home', home, '--port', '0', '--no-open'], { stdio: 'ignore' })
try {
  const runs = {
    'node -e 0': () => time(process.execPath, ['-e', '0']),
    'cli.mjs status': () => time(process.execPath, [join(root, 'dist', 'cli.mjs'), 'status', '--home', home]),
    'cmux status': () => time(launcher, ['status', '--home', home]),
  }
  const times = Object.fromEntries(Object.keys(runs).map((name) => [name, [] as number[]]))
  // Interleaved, so that the machine's other work falls on all of them alike.
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, run] of Object.entries(runs)) times[name]?.push(run())
  const [bare, direct, launched] = Object.values(times).map(median) as [number, number, number]
  process.stdout.write(
    `node -e 0 ${bare.toFixed(1)} ms · cli.mjs status ${direct.toFixed(1)} ms · cmux status ${launched.toFixed(1)} ms\n`,
  )
  reportRatios([
    { name: 'cmux status / node -e 0', value: launched / bare, atMost: STATUS_RATIO_MAX },
    { name: 'launcher, ms added / 30 ms', value: (launched - direct) / LAUNCHER_LIMIT_MS, atMost: 1 },
  ])
} finally {
  execFileSync(launcher, ['down', '--home', home], { stdio: 'ignore' })
  rmSync(home, { recursive: true, force: true })
}
