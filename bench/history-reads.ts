// Whether lists, counts and searches grow with the history: each read of a home with a short history and of one with a long one, as the
// server's one thread sees it. Homes as for `history-starts`. What is read was read before: it is not the disk that is measured.
import { join } from 'node:path'
import { makeSystemClock } from '../src/adapters/clock/system-clock.ts'
import { makeSystemEntropy } from '../src/adapters/entropy/system-entropy.ts'
import { makeBackupShelf } from '../src/adapters/store/backup-shelf.ts'
import { prepareDatabase } from '../src/adapters/store/prepare-database.ts'
import { makeSqliteStore, type SqliteStore } from '../src/adapters/store/sqlite-store.ts'
import { HISTORY_READS } from '../test/fixtures/history-reads.ts'
import { openHistories } from './measure/open-histories.ts'
import { median } from './measure/median.ts'
import { percentile } from './measure/percentile.ts'
import { reportRatios } from './measure/report-ratios.ts'

const ROUNDS = 50
const WARM_ROUNDS = 3
const READ_MAX_MS = 20
/** Below that a ratio says more of the machine than of the read. */
const NOTHING_MS = 0.5

const clock = makeSystemClock()
const entropy = makeSystemEntropy(clock)

async function open(home: string): Promise<SqliteStore> {
  const path = join(home, 'cmux.db')
  const shelf = makeBackupShelf({ home, release: 'bench', clock, entropy })
  await prepareDatabase({ path, clock, shelf, expected: true })
  return makeSqliteStore({ path, clock, onCommit: () => undefined, onLostTrust: fail })
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const beganMs = performance.now()
  await work()
  return performance.now() - beganMs
}

function fail(error: unknown): never {
  throw error
}

using histories = await openHistories(process.argv.slice(2))
const { short, long } = histories
const [few, many] = [await open(short), await open(long)]
console.log(`in ms, median and p99 of ${ROUNDS}: a short history · a long one`)
const ratios = []
for (const { name, run } of HISTORY_READS) {
  const times: [number[], number[]] = [[], []]
  for (let round = -WARM_ROUNDS; round < ROUNDS; round += 1)
    for (const [index, store] of [few, many].entries()) {
      const ms = await time(() => run(store.read))
      if (round >= 0) times[index]?.push(ms)
    }
  const [a, b] = times.map((all) => ({ middle: median(all), p99: percentile(all, 0.99) }))
  if (!a || !b) continue
  const say = ({ middle, p99 }: typeof a) => `${middle.toFixed(2).padStart(8)} ${p99.toFixed(2).padStart(8)}`
  console.log(`${name.padEnd(36)} ${say(a)}  · ${say(b)}`)
  ratios.push(
    { name: `${name}, long history / short`, value: b.middle / Math.max(a.middle, NOTHING_MS), atMost: 2 },
    { name: `${name}, with a long history in ms`, value: b.middle, atMost: READ_MAX_MS },
  )
}
await few.close()
await many.close()
reportRatios(ratios)
