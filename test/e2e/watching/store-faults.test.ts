// The store under a failing disk and under kill -9, in a process of its own whose system calls strace interferes with.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findLostWrites, killEverywhere } from '../../fixtures/kill-everywhere.ts'
import { mountMemory, findMountObstacle } from '../../fixtures/mounts.ts'
import { openTestStore } from '../../fixtures/open-test-store.ts'
import { readLedger } from '../../fixtures/read-ledger.ts'
import { sampleRows, sampleSize } from '../../fixtures/sample-rows.ts'
import { makeTempFolder } from '../../fixtures/temp-folder.ts'
import { writePair } from '../../fixtures/write-pair.ts'
import {
  bundleWriter,
  findStraceObstacle,
  runWriter,
  type Workload,
  type WriterRun,
} from '../../fixtures/writer-run.ts'

const straceObstacle = findStraceObstacle()
const mountObstacle = findMountObstacle()
// oxlint-disable-next-line no-console
if (straceObstacle) console.warn(`NOT RUN: faults of the store's file, since ${straceObstacle}`)
// oxlint-disable-next-line no-console
if (mountObstacle) console.warn(`NOT RUN: a disk that is really full, since ${mountObstacle}`)

/** Small, because each of its calls is a run of its own; test/soak has the large one. */
const WORKLOAD: Workload = { single: 3, batches: 2, batchSize: 5 }

const OUTCOMES = {
  'not opened': { isDone: false, losses: 0, stderr: '' },
  refused: { isDone: true, losses: 1, stderr: '' },
  unnoticed: { isDone: true, losses: 0, stderr: '' },
} as const

function describeOutcome({ notOpened, refused }: WriterRun): keyof typeof OUTCOMES {
  if (notOpened !== undefined) return 'not opened'
  return refused.size > 0 ? 'refused' : 'unnoticed'
}

describe.skipIf(straceObstacle)('kill -9', () => {
  test.each([
    { call: 'fsync', stride: sampleSize({ whole: 1, sample: 2 }), calls: 8, accepted: 8 },
    { call: 'pwrite64', stride: sampleSize({ whole: 1, sample: 9 }), calls: 50, accepted: 50 },
  ] as const)(
    '[P1] [P10] at any $call, from the first start on, loses nothing that was accepted',
    async ({ call, stride, calls, accepted: writes }) => {
      const starts = Array.from({ length: stride }, (_, index) => index + 1)
      const [first] = sampleRows(`kills at ${call}`, starts, { count: 1 })
      const { kills, accepted, faults } = await killEverywhere(call, WORKLOAD, { first: first ?? 1, stride })
      expect(faults).toEqual([])
      // Enough to have met the creation, the migration, single writes, batches and the end.
      expect(kills).toBeGreaterThanOrEqual(Math.floor(calls / stride))
      expect(accepted).toBeGreaterThan(writes / stride)
    },
  )
})

describe.skipIf(straceObstacle)('a failing disk', () => {
  let writer = ''
  let folder: ReturnType<typeof makeTempFolder> | undefined
  beforeAll(async () => {
    folder = makeTempFolder()
    writer = await bundleWriter(folder.path)
    return () => folder?.[Symbol.dispose]()
  })

  /** A home with ten writes in it, so that the fault meets a store that is in use. */
  const makeUsedHome = async (name: string) => {
    const home = join(folder?.path ?? '', name)
    mkdirSync(home)
    const first = await runWriter(writer, home, { single: 10, batches: 0, batchSize: 0 })
    expect(first).toMatchObject({ isDone: true, stderr: '', losses: 0 })
    onTestFinished(() => rmSync(home, { recursive: true }))
    return { home, path: join(home, 'cmux.db'), first }
  }

  test('[P1] one failed fsync refuses the writes that waited for it, and the store goes on with the next', async () => {
    const outcomes = { 'not opened': 0, refused: 0, unnoticed: 0 }
    const calls = Array.from({ length: 12 }, (_, index) => index + 1)
    const whens = sampleRows('failed fsyncs', calls, { count: 2, groupOf: (when) => String(when > 6) })
    for (const when of whens) {
      const { home, path, first } = await makeUsedHome(`eio-${when}`)
      const fault = `fsync:error=EIO:when=${when}`
      const run = await runWriter(writer, home, WORKLOAD, { fault, firstNumber: 10 })
      const accepted = [...first.accepted, ...run.accepted]
      // Nothing that was accepted is lost, and nothing that was refused is believed.
      expect(findLostWrites(path, { accepted })).toEqual([])
      expect(readLedger(path).kept).toEqual(accepted)
      // A failure at a checkpoint is SQLite's own affair: everything is in the log still.
      const outcome = describeOutcome(run)
      outcomes[outcome] += 1
      expect(run).toMatchObject(OUTCOMES[outcome])
      expect(new Set([...run.refused.values(), run.notOpened ?? 'STORE_UNAVAILABLE'])).toEqual(
        new Set(['STORE_UNAVAILABLE']),
      )
      expect(run.accepted.length + run.refused.size).toBe(outcome === 'not opened' ? 0 : 13)
    }
    expect(outcomes.refused).toBeGreaterThanOrEqual(sampleSize({ whole: 4, sample: 1 }))
  })

  test('[P1] a disk that fails from some fsync on refuses everything, and loses nothing from before', async () => {
    for (const when of sampleRows('dead disks', [1, 2, 4, 6], { count: 2 })) {
      const { home, path, first } = await makeUsedHome(`dead-${when}`)
      const run = await runWriter(writer, home, WORKLOAD, {
        fault: `fsync:error=EIO:when=${when}+`,
        firstNumber: 10,
      })
      const codes = new Set([
        ...run.refused.values(),
        ...(run.notOpened === undefined ? [] : [run.notOpened]),
      ])
      expect(codes).toEqual(new Set(['STORE_UNAVAILABLE']))
      const again = await runWriter(writer, home, WORKLOAD, { firstNumber: 100 })
      expect(again).toMatchObject({ isDone: true, stderr: '', losses: 0 })
      expect(again.accepted).toHaveLength(13)
      expect(
        findLostWrites(path, { accepted: [...first.accepted, ...run.accepted, ...again.accepted] }),
      ).toEqual([])
    }
  })

  test('[P1] [H8] a disk that is full from some write on is named, and is no loss once there is room again', async () => {
    let isMetInUse = false
    // At the fiftieth write the store is in use.
    for (const when of [50, ...sampleRows('full disks', [1, 20, 30, 40, 60], { count: 1 })]) {
      const { home, path, first } = await makeUsedHome(`full-${when}`)
      const run = await runWriter(writer, home, WORKLOAD, {
        fault: `pwrite64:error=ENOSPC:when=${when}+`,
        firstNumber: 10,
      })
      const codes = new Set([
        ...run.refused.values(),
        ...(run.notOpened === undefined ? [] : [run.notOpened]),
      ])
      expect([when, codes]).toEqual([when, new Set(['STORE_FULL'])])
      isMetInUse ||= run.refused.size > 0 && run.accepted.length > 0
      const again = await runWriter(writer, home, WORKLOAD, { firstNumber: 100 })
      expect(again).toMatchObject({ isDone: true, stderr: '', losses: 0 })
      expect(
        findLostWrites(path, { accepted: [...first.accepted, ...run.accepted, ...again.accepted] }),
      ).toEqual([])
    }
    expect(isMetInUse).toBe(true)
  })
})

test.skipIf(mountObstacle)(
  '[P1] [H8] a disk that is really full refuses, keeps what it has, and heals with room',
  async () => {
    using disk = mountMemory('2m')
    const ballast = join(disk.path, 'ballast')
    writeFileSync(ballast, Buffer.alloc(64 * 1024))
    const opened = await openTestStore(disk.path)
    const accepted: string[] = []
    const write = async (number: number) => {
      const { data } = await writePair(opened.store, number)
      accepted.push(String(data['id']))
    }
    const fill = async () => {
      for (let number = 1; number < 10_000; number += 1) await write(number)
    }
    await expect(fill()).rejects.toMatchObject({ code: 'STORE_FULL', recovery: 'human' })
    expect(await opened.store.read.events.head()).toBe(accepted.length)
    await expect(write(20_000)).rejects.toMatchObject({ code: 'STORE_FULL' })
    rmSync(ballast)
    await write(20_001)
    expect(opened.losses).toEqual([])
    await opened.store.close()
    expect(findLostWrites(opened.path, { accepted })).toEqual([])
    expect(accepted.length).toBeGreaterThan(10)
  },
)
