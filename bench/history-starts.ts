// Whether starts grow with the history: the same acts on a home with a short history and on one with a long one. Run with homes that
// `scripts/grow-history.ts` made (the short one first), or without: then it makes both, the long one with 100,000 messages.
import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startGuardedHome, type GuardedHome } from './measure/guarded-home.ts'
import { openHistories } from './measure/open-histories.ts'
import { reportRatios } from './measure/report-ratios.ts'
import { timeRecovery } from './measure/time-recovery.ts'

const ROUNDS = 5
const LOOK_EVERY_MS = 50

const ACTS = [
  'first up, with its rehearsal',
  'up after a clean stop',
  'back after kill -9, with the standby',
  'back after the next kill -9, without',
  'restart',
  'status',
] as const
type Act = (typeof ACTS)[number]
type Times = ReadonlyMap<Act, number>

const launcher = join(import.meta.dirname, '..', 'cmux')

/** The best of all rounds: what else the machine does only ever adds. */
async function measure(home: string): Promise<Times> {
  const best = new Map<Act, number>()
  const note = (act: Act, ms: number) =>
    best.set(act, Math.min(ms, best.get(act) ?? Number.POSITIVE_INFINITY))
  const began = performance.now()
  let guarded = startGuardedHome({ standby: true }, home)
  note('first up, with its rehearsal', performance.now() - began)
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      guarded[Symbol.dispose]()
      const beganMs = performance.now()
      guarded = startGuardedHome({ standby: true }, home)
      note('up after a clean stop', performance.now() - beganMs)
      await standbyIsThere(guarded)
      note('back after kill -9, with the standby', await timeRecovery(guarded.port))
      note('back after the next kill -9, without', await timeRecovery(guarded.port))
      await standbyIsThere(guarded)
      note('restart', timeVerb('restart', home))
      note('status', timeVerb('status', home))
    }
  } finally {
    guarded[Symbol.dispose]()
  }
  return best
}

async function standbyIsThere(guarded: GuardedHome): Promise<void> {
  while (guarded.doors() !== 2) await pause(LOOK_EVERY_MS)
}

function timeVerb(verb: string, home: string): number {
  const beganMs = performance.now()
  execFileSync(launcher, [verb, '--home', home], { stdio: 'ignore' })
  return performance.now() - beganMs
}

const size = (home: string) => `${(statSync(join(home, 'cmux.db')).size / 1024 ** 2).toFixed(0)} MiB`

using histories = await openHistories(process.argv.slice(2))
const { short, long } = histories
console.log(`best of ${ROUNDS}, in ms: a history of ${size(short)} · of ${size(long)}`)
const few = await measure(short)
const many = await measure(long)
for (const act of ACTS)
  console.log(
    `${act.padEnd(38)} ${few.get(act)?.toFixed(0).padStart(7)} ${many.get(act)?.toFixed(0).padStart(7)}`,
  )
const ratio = (act: Act, atMost: number) => ({
  name: `long history / short: ${act}`,
  value: (many.get(act) ?? Number.NaN) / (few.get(act) ?? Number.NaN),
  atMost,
})
reportRatios([
  ratio('up after a clean stop', 1.5),
  ratio('back after kill -9, with the standby', 1.2),
  ratio('back after the next kill -9, without', 1.5),
  ratio('restart', 1.5),
])
