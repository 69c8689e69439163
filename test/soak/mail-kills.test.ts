import { expect, test } from 'vitest'
import { killMailEverywhere } from '../fixtures/kill-mail-everywhere.ts'
import { findStraceObstacle } from '../fixtures/writer-run.ts'

const obstacle = findStraceObstacle()
if (obstacle)
  // oxlint-disable-next-line no-console
  console.warn(`NOT RUN: kill -9 at every write of accept, lease, submit and ack, since ${obstacle}`)

test.skipIf(obstacle)('[P1] [P2] kill -9 at every pwrite64 of accept, lease, submit and ack', async () => {
  const { kills, faults } = await killMailEverywhere('pwrite64', 1)
  expect(faults).toEqual([])
  expect(kills).toBeGreaterThan(150)
})
