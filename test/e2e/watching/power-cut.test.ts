// Power cuts on a disk in a file. kill -9 can't show a missing fsync: the kernel still has the pages. This can, and the last
// test shows it: the same store with the same cut loses writes as soon as it answers before they are on disk.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cutPower } from '../../fixtures/cut-power.ts'
import { findDiskObstacle } from '../../fixtures/mounts.ts'
import { makeTempFolder, type TempFolder } from '../../fixtures/temp-folder.ts'
import { weakenWriter } from '../../fixtures/weaken-writer.ts'
import { bundleWriter } from '../../fixtures/writer-run.ts'

const obstacle = findDiskObstacle()
// oxlint-disable-next-line no-console
if (obstacle) console.warn(`NOT RUN: power cuts, since ${obstacle}`)

const ENDLESS = '1000000000'
const WORKLOADS = [
  { what: 'one writer', afterAccepted: 150, workload: [ENDLESS, '0', '0'] },
  { what: 'fifty writers at once', afterAccepted: 3000, workload: ['0', ENDLESS, '50'] },
]

describe.skipIf(obstacle)('a power cut', () => {
  let folder: TempFolder
  let writer: string
  beforeAll(async () => {
    folder = makeTempFolder()
    writer = await bundleWriter(folder.path)
  })
  afterAll(() => folder[Symbol.dispose]())

  test.each(WORKLOADS)(
    '[P1] [P10] loses nothing that was accepted from $what',
    async ({ afterAccepted, workload }) => {
      const { accepted, faults } = await cutPower((home) => [writer, home, ...workload], afterAccepted)
      expect(faults).toEqual([])
      expect(accepted).toBeGreaterThanOrEqual(afterAccepted)
    },
  )

  test.each(WORKLOADS)(
    '[P1] is seen to lose what the same store accepted from $what if it answers before a write is on disk',
    async ({ afterAccepted, workload }) => {
      const weak = weakenWriter(writer)
      const { accepted, faults } = await cutPower((home) => [weak, home, ...workload], afterAccepted)
      expect(accepted).toBeGreaterThanOrEqual(afterAccepted)
      expect(faults.filter((fault) => fault.endsWith('was accepted and is lost'))).not.toEqual([])
    },
  )
})
