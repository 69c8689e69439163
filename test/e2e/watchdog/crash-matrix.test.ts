// The crash matrix: kill -9 of each victim in the middle of planning, checking, adopting and taking back. After the kill nobody
// asks again: the change has to come to its end by itself. A run plays some of the rows, `./cmux test soak` all of them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { CRASH_POINTS, VICTIMS } from '../../fixtures/crash/crash-points.ts'
import { openCrashWorld, type CrashWorld } from '../../fixtures/crash/crash-world.ts'
import { sampleRows } from '../../fixtures/sample-rows.ts'

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

const ROWS = CRASH_POINTS.flatMap((point) => VICTIMS.map((victim) => ({ point, victim })))

test.each(sampleRows('crash matrix', ROWS, { count: 6 }))(
  '[I13] [P6] $point.name, killed: $victim',
  async ({ point, victim }) => {
    const { ended, faults } = await world.play(point, victim)
    table.push(`${point.name.padEnd(36)} ${victim.padEnd(9)} ${ended} ${faults.join('; ')}`)
    expect(faults).toEqual([])
  },
)
