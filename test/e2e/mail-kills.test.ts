import { expect, test } from 'vitest'
import { killMailEverywhere } from '../fixtures/kill-mail-everywhere.ts'
import { findStraceObstacle } from '../fixtures/writer-run.ts'

const obstacle = findStraceObstacle()
if (obstacle)
  // oxlint-disable-next-line no-console
  console.warn(`NOT RUN: kill -9 at the calls of accept, lease, submit and ack, since ${obstacle}`)

// Each fsync; of the writes, of which there are many between two of those, some: test/soak has all of them.
test.skipIf(obstacle).each([
  ['fsync', 1],
  ['pwrite64', 9],
] as const)(
  '[P1] [P2] kill -9 at %s (each %ith) of accept, lease, submit and ack: shown once, in order, confirmed',
  async (call, every) => {
    const { kills, faults } = await killMailEverywhere(call, every)
    expect(faults).toEqual([])
    expect(kills).toBeGreaterThan(15)
  },
)
