// Lives of logs that are written, rotated, copied, truncated and deleted while the watcher looks now and then, and is killed.
import { expect, test } from 'vitest'
import { makeMemoryStore } from '../../src/adapters/store/memory-store.ts'
import { makeSystemLogFiles } from '../../src/adapters/logs/system-log-files.ts'
import type { Store } from '../../src/core/store.ts'
import { checkSource, type WatchDeps, type WatchMemory } from '../../src/core/watch/check-source.ts'
import type { LogFiles, LogSource } from '../../src/core/watch/log-files.ts'
import { makeFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'
import { sampleRows, sampleSize } from '../fixtures/sample-rows.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'
import { makeMemoryDisk, makeRealDisk, type LogDisk } from './log-disk.ts'
import { makeLogHistory } from './log-history.ts'
import { makeRandom, type Random } from './random.ts'
import { makeSeededEntropy } from './seeded-entropy.ts'

/** In each of eight parts. */
const LIVES = 1250
const REAL_LIVES = sampleSize({ whole: 100, sample: 25 })
const STEPS = 24
/** A store for so many, since making one takes longer than a life. */
const LIVES_A_STORE = 25
const KILL_CHANCE = 0.3

const SOURCE: Omit<LogSource, 'key'> = {
  project: null,
  folder: '/logs',
  isConfined: false,
  globs: ['*.log'],
  patterns: ['ERROR', 'Traceback'],
  ignore: [],
}

class Killed extends Error {}

/** How many more things the server does before it is killed. */
interface Fuse {
  left: number
}

const burn = (fuse: Fuse) => {
  fuse.left -= 1
  if (fuse.left < 0) throw new Killed()
}

interface World {
  readonly store: Store
  readonly clock: FakeClock
  readonly disk: LogDisk
  readonly logFiles: LogFiles
  readonly fuse: Fuse
  readonly folder?: string
}

/** Resolves with what was wrong. */
async function live(
  seed: number,
  { store, clock, disk, logFiles, fuse, folder = SOURCE.folder }: World,
): Promise<string[]> {
  const random = makeRandom(seed)
  const source = { ...SOURCE, folder, key: `life ${seed}` }
  const history = makeLogHistory(disk, random)
  const due = new Set<string>()
  const deps = makeDeps({ store, clock, logFiles, fuse, random })
  let memory = forget()

  for (let step = random.between(0, 3); step > 0; step -= 1) history.step()
  const old = history.readable()
  await checkSource(deps, source, memory)
  for (let step = 0; step < STEPS; step += 1) {
    history.step()
    if (!random.chance(0.4)) continue
    clock.advance(random.between(0, 120_000))
    fuse.left = random.chance(KILL_CHANCE) ? random.between(0, 40) : Number.POSITIVE_INFINITY
    try {
      await checkSource(deps, source, memory)
      history.done.push('CHECK')
      for (const line of history.readable()) if (!old.has(line)) due.add(line)
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      history.done.push('KILL')
      memory = forget()
    }
    fuse.left = Number.POSITIVE_INFINITY
  }
  await checkSource(deps, source, memory)
  for (const line of history.readable()) if (!old.has(line)) due.add(line)

  const counts = await countAlerts(store, source.key)
  const faults = [
    ...[...due].filter((line) => !counts.has(line)).map((line) => `${line} was missed`),
    ...[...counts]
      .filter(([, count]) => count !== 1)
      .map(([line, count]) => `${line} was told ${count} times`),
    ...[...old].filter((line) => counts.has(line)).map((line) => `${line} is history`),
  ]
  return faults.map((fault) => `seed ${seed}: ${fault}, after ${history.done.join(' ')}`)
}

const forget = (): WatchMemory => ({ record: undefined, keptMs: 0 })

function makeDeps({
  store,
  clock,
  logFiles,
  fuse,
  random,
}: Pick<World, 'store' | 'clock' | 'logFiles' | 'fuse'> & { random: Random }): WatchDeps {
  return {
    // The wall clock jumps; what is counted must not depend on it.
    clock: { ...clock, nowMs: () => clock.nowMs() + random.between(-3, 3) * 3_600_000 },
    entropy: makeSeededEntropy(random),
    logFiles,
    ownCheckout: () => undefined,
    alertPolicy: { coolDownSec: 300, stormMax: Number.POSITIVE_INFINITY, stormSec: 1 },
    putAttachment: async ({ name }) => {
      burn(fuse)
      return name
    },
    store: {
      read: store.read,
      async write(work) {
        burn(fuse)
        const result = await store.write(work)
        burn(fuse)
        return result
      },
    },
  }
}

async function countAlerts(store: Store, key: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const alert of await store.read.alerts.list({ limit: 100_000 })) {
    const line = /z[g-p]+z: ERROR/.exec(alert.lines.join('\n'))?.[0]
    if (alert.matter.startsWith(`${key} `) && line !== undefined)
      counts.set(line, (counts.get(line) ?? 0) + alert.count)
  }
  return counts
}

/** In parts, so that none takes longer than a test may on a busy machine. */
test.each([0, 1, 2, 3, 4, 5, 6, 7])(
  '[W1] in 10,000 lives of logs, or a sample of them, every line that could be read at a check is alerted exactly once: part %i',
  async (part) => {
    const stores = Array.from(
      { length: LIVES / LIVES_A_STORE },
      (_, store) => part * LIVES + store * LIVES_A_STORE,
    )
    for (const first of sampleRows(`lives of logs ${part}`, stores, { count: 6 })) {
      const clock = makeFakeClock()
      const store = await makeMemoryStore({ clock, onCommit: () => undefined, onLostTrust: () => undefined })
      for (let seed = first; seed < first + LIVES_A_STORE; seed += 1) {
        const fuse = { left: Number.POSITIVE_INFINITY }
        const { disk, logFiles } = makeMemoryDisk(() => burn(fuse))
        expect(await live(seed, { store, clock, disk, logFiles, fuse })).toEqual([])
      }
      await store.close()
    }
  },
)

test('[W1] the same holds over real files', async () => {
  const clock = makeFakeClock()
  const store = await makeMemoryStore({ clock, onCommit: () => undefined, onLostTrust: () => undefined })
  for (let seed = 0; seed < REAL_LIVES; seed += 1) {
    using folder = makeTempFolder()
    const fuse = { left: Number.POSITIVE_INFINITY }
    const logFiles = makeSystemLogFiles()
    const disk = makeRealDisk(folder.path)
    expect(await live(seed, { store, clock, disk, logFiles, fuse, folder: folder.path })).toEqual([])
  }
  await store.close()
})
