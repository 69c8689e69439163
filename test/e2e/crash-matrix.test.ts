// The crash matrix, one victim a point: kill -9 in the middle of planning, checking, adopting and taking back. `./cmux test soak`
// has every victim at every point.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { CRASH_POINTS, VICTIMS } from '../fixtures/crash/crash-points.ts'
import { openCrashWorld, type CrashWorld } from '../fixtures/crash/crash-world.ts'

let built: BuiltCmux
let world: CrashWorld
const table: string[] = []
beforeAll(async () => {
  built = await buildCmux()
  world = await openCrashWorld(built, 'crash-matrix')
})
afterAll(async () => {
  // oxlint-disable-next-line no-console
  console.log(table.join('\n'))
  await world[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

test.each(
  CRASH_POINTS.map((point, index) => ({ point, victim: VICTIMS[index % VICTIMS.length] ?? 'server' })),
)('[I13] [P5] [P6] $point.name, killed: $victim', async ({ point, victim }) => {
  const { ended, faults } = await world.play(point, victim)
  table.push(`${point.name.padEnd(36)} ${victim.padEnd(9)} ${ended} ${faults.join('; ')}`)
  expect(faults).toEqual([])
})
