// The crash matrix in full: every victim at every point of a change's way.
import { expect, test } from 'vitest'
import { buildCmux } from '../fixtures/built-cmux.ts'
import { CRASH_POINTS, VICTIMS } from '../fixtures/crash/crash-points.ts'
import { openCrashWorld } from '../fixtures/crash/crash-world.ts'

/** Row by row, so that one that hangs is known. */
// oxlint-disable-next-line no-console
const print = (row: string) => console.log(row)

test('[I13] [P5] [P6] kill -9 of everything at every point ends in old-and-well or new-and-well', async () => {
  using built = await buildCmux()
  await using world = await openCrashWorld(built, 'crash-matrix')
  const faulty: string[] = []
  for (const point of CRASH_POINTS)
    for (const victim of VICTIMS) {
      const name = `${point.name.padEnd(36)} ${victim.padEnd(9)}`
      const { ended, faults } = await world.play(point, victim).catch((error: unknown) => {
        throw new Error(`${name} did not end`, { cause: error })
      })
      print(`${name} ${ended} ${faults.join('; ')}`)
      if (faults.length > 0) faulty.push(name)
    }
  expect(faulty).toEqual([])
})
