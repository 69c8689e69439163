// A new watchdog that is no good: it is gone again, the old one is back, and the port answers throughout.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sampleRows } from '../../fixtures/sample-rows.ts'
import { openUpgradeBench, type UpgradeBench } from '../../fixtures/upgrade-bench.ts'

let bench: UpgradeBench
beforeAll(async () => {
  bench = await openUpgradeBench()
})
afterEach(() => bench.end())
afterAll(() => bench[Symbol.dispose]())

const CRASH_AFTER_SWAP = `
  const look = setInterval(() => {
    const log = process.getBuiltinModule('node:fs').readFileSync(home + '/status.log', 'utf8')
    if (log.split('\\n').filter((line) => line.includes('swapped')).length > swapsBefore) process.kill(process.pid, 'SIGKILL')
  }, 5)
`
const HOME = `const home = process.argv[process.argv.indexOf('--home') + 1]`
const COUNT_SWAPS = `
  let swapsBefore = 0
  try {
    const log = process.getBuiltinModule('node:fs').readFileSync(home + '/status.log', 'utf8')
    swapsBefore = log.split('\\n').filter((line) => line.includes('swapped')).length
  } catch { swapsBefore = 0 }
`

type Edit = (program: string) => string
/** One that ends is noticed at once, and one that only stays has to be waited for. */
const BAD_WATCHDOGS: readonly (readonly [what: string, edit: Edit, does: 'ends' | 'stays'])[] = [
  ['crashes at its start', () => 'process.exit(1)', 'ends'],
  ['throws at its start', () => 'throw new Error("no")', 'ends'],
  ['hangs at its start', () => 'for (;;) ;', 'stays'],
  ['beats and never swaps', () => `setInterval(() => process.send?.({ word: 'beat' }), 100)`, 'stays'],
  [
    'crashes after its swap',
    (program) => `;{${HOME}\n${COUNT_SWAPS}\n${CRASH_AFTER_SWAP}}\n${program}`,
    'ends',
  ],
]

test.each(sampleRows('bad watchdogs', BAD_WATCHDOGS, { count: 1, groupOf: ([, , does]) => does }))(
  '[P4] [P3] [H6] a new watchdog that %s is gone again, and the old one is back',
  async (_, edit) => {
    // One that stays is ended after both of these, twice.
    const guarded = await bench.start({ readySec: 5, drainSec: 2 })
    const old = await bench.show()
    const { result, after } = await bench.upgrade(edit)
    const { guard, proved } = JSON.parse(result.stdout) as { guard: string; proved: boolean }
    expect([result.code, proved]).toEqual([1, false])
    expect(await bench.show()).toMatchObject({ proven: old.proven, next: null, refused: guard })
    expect(readFileSync(`/proc/${after.watchdog}/cmdline`, 'utf8')).toContain('watchdog.mjs')
    expect(readFileSync(join(guarded.home, 'status.log'), 'utf8')).toContain('WARN watchdog guard refused')
  },
)
