// kill -9 of the server, thirty times, four seconds apart, under the default settings: is the last one back as fast as the first?
import { setTimeout as pause } from 'node:timers/promises'
import { startGuardedHome } from './measure/guarded-home.ts'
import { median } from './measure/median.ts'
import { reportRatios } from './measure/report-ratios.ts'
import { timeRecovery } from './measure/time-recovery.ts'

const KILLS = 30
const APART_MS = 4000
const DEFAULTS = { soakSec: 60, soakProbes: 10, probeEverySec: 1 }
/** Of a single recovery, a part is chance: the first one is no measure for itself. */
const FIRST = 3

using guarded = startGuardedHome(DEFAULTS)
const times: number[] = []
while (times.length < KILLS) {
  await pause(APART_MS)
  times.push(await timeRecovery(guarded.port))
}
const first = median(times.slice(0, FIRST))
const slowest = Math.max(...times)
console.log(
  `first ${first.toFixed(0)} ms · median ${median(times).toFixed(0)} ms · slowest ${slowest.toFixed(0)} ms`,
)
reportRatios([
  { name: 'kill -9 to first 200, median of 30 / first', value: median(times) / first, atMost: 1.5 },
  { name: 'kill -9 to first 200, slowest of 30 / first', value: slowest / first, atMost: 2 },
])
