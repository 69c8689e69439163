import { expect, test } from 'vitest'
import { killMailEverywhere } from '../../fixtures/kill-mail-everywhere.ts'
import { sampleRows, sampleSize } from '../../fixtures/sample-rows.ts'
import { findStraceObstacle } from '../../fixtures/writer-run.ts'

const obstacle = findStraceObstacle()
if (obstacle)
  // oxlint-disable-next-line no-console
  console.warn(`NOT RUN: kill -9 at the calls of accept, lease, submit and ack, since ${obstacle}`)

// Some of the calls, beginning at one that the seed chooses. A soak kills at every fsync, and test/soak at every write.
test.skipIf(obstacle).each([
  ['fsync', sampleSize({ whole: 1, sample: 4 })],
  ['pwrite64', sampleSize({ whole: 9, sample: 45 })],
] as const)(
  '[P1] [P2] kill -9 at %s (each %ith) of accept, lease, submit and ack: shown once, in order, confirmed',
  async (call, every) => {
    const starts = Array.from({ length: every }, (_, index) => index + 1)
    const [first = 1] = sampleRows(`kills of mail at ${call}`, starts, { count: 1 })
    const { kills, faults } = await killMailEverywhere(call, every, first)
    expect(faults).toEqual([])
    expect(kills).toBeGreaterThan(sampleSize({ whole: 15, sample: 3 }))
  },
)
