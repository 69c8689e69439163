// Power cuts on a disk in a file. kill -9 can't show a missing fsync: the kernel still has the pages. This can.
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { cutPower } from '../fixtures/cut-power.ts'
import { findDiskObstacle } from '../fixtures/mounts.ts'

const obstacle = findDiskObstacle()
// oxlint-disable-next-line no-console
if (obstacle) console.warn(`NOT RUN: power cuts, since ${obstacle}`)

const storeWriter = fileURLToPath(new URL('../fixtures/store-writer.ts', import.meta.url))
const carelessWriter = fileURLToPath(new URL('../fixtures/careless-writer.ts', import.meta.url))
const ENDLESS = '1000000000'
/** Some trials lose nothing, because the stop happens to follow a checkpoint. */
const CARELESS_TRIALS = 4

describe.skipIf(obstacle)('a power cut', () => {
  test.each([
    { what: 'one writer', afterAccepted: 150, workload: [ENDLESS, '0', '0'] },
    { what: 'fifty writers at once', afterAccepted: 3000, workload: ['0', ENDLESS, '50'] },
  ])('[P1] [P10] loses nothing that was accepted from $what', async ({ afterAccepted, workload }) => {
    const { accepted, faults } = await cutPower((home) => [storeWriter, home, ...workload], afterAccepted)
    expect(faults).toEqual([])
    expect(accepted).toBeGreaterThanOrEqual(afterAccepted)
  })

  test('[P1] would be seen to lose writes, were they answered before they are on disk', async () => {
    let [accepted, lost] = [0, 0]
    for (let trial = 1; trial <= CARELESS_TRIALS && lost === 0; trial += 1) {
      const cut = await cutPower((home) => [carelessWriter, home, ENDLESS], 2000 * trial)
      accepted += cut.accepted
      lost = cut.faults.filter((fault) => fault.includes('was accepted and is lost')).length
    }
    if (lost === 0)
      // oxlint-disable-next-line no-console
      console.warn(
        `NOT SHOWN: synchronous=normal lost nothing in ${CARELESS_TRIALS} power cuts, so they prove little here`,
      )
    expect(accepted).toBeGreaterThan(lost)
  })
})
