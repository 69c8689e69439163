// The same kills as in test/e2e, over enough writes that checkpoints and a reused log are among them, and more power cuts.
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { cutPower } from '../fixtures/cut-power.ts'
import { killEverywhere } from '../fixtures/kill-everywhere.ts'
import { findDiskObstacle } from '../fixtures/mounts.ts'
import { findStraceObstacle } from '../fixtures/writer-run.ts'

const straceObstacle = findStraceObstacle()
const diskObstacle = findDiskObstacle()
// oxlint-disable-next-line no-console
if (straceObstacle) console.warn(`NOT RUN: kill -9 at every call, since ${straceObstacle}`)
// oxlint-disable-next-line no-console
if (diskObstacle) console.warn(`NOT RUN: power cuts, since ${diskObstacle}`)

test.skipIf(straceObstacle).each(['fsync', 'pwrite64'] as const)(
  '[P1] [P10] kill -9 at any %s of a long run loses nothing that was accepted',
  async (call) => {
    const { kills, faults } = await killEverywhere(call, { single: 20, batches: 36, batchSize: 50 })
    expect(faults).toEqual([])
    expect(kills).toBeGreaterThan(call === 'fsync' ? 56 : 2000)
  },
)

const writer = fileURLToPath(new URL('../fixtures/store-writer.ts', import.meta.url))
const ENDLESS = '1000000000'

test.skipIf(diskObstacle)(
  '[P1] [P10] twenty power cuts, at ever later moments, lose nothing that was accepted',
  async () => {
    for (let trial = 1; trial <= 20; trial += 1) {
      const workload = trial % 2 === 0 ? [ENDLESS, '0', '0'] : ['0', ENDLESS, '50']
      const { faults } = await cutPower(
        (home) => [writer, home, ...workload],
        trial * (trial % 2 === 0 ? 97 : 1013),
      )
      expect([trial, faults]).toEqual([trial, []])
    }
  },
)
