// A wall clock that jumps: each process of the run's cmux reads a clock that is off by what a file says. The machine's own clock
// stays, since other programs use it, and the monotonic clock too, as it does when a real wall clock is set.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startClock } from './whole-family.ts'
import type { Play } from './scene.ts'
import { canWrite } from './small-disk.ts'
import { pause, until } from './stage.ts'

const HOUR_MS = 3_600_000
/** There and back again, forward and backward. */
const JUMPS_MS = [HOUR_MS, 0, -HOUR_MS, 0]
/** Long enough for everything that looks once a second. */
const STAY_MS = 1500

const READ_EVERY_MS = 100

const PROGRAM = (file: string) => `
const { readFileSync } = process.getBuiltinModule('node:fs')
const Real = Date
const now = Real.now.bind(Real)
let offset = 0
const look = () => {
  try {
    offset = Number(readFileSync(${JSON.stringify(file)}, 'utf8')) || 0
  } catch {
    offset = 0
  }
}
look()
setInterval(look, ${READ_EVERY_MS}).unref()
Real.now = () => now() + offset
globalThis.Date = new Proxy(Real, {
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [target.now()] : args, self),
  apply: (target) => new target(target.now()).toString(),
})
`

const offsetFile = (folder: string) => join(folder, 'clock-offset')

/** What `NODE_OPTIONS` has to say, so that a process reads that clock. */
export function prepareClock(folder: string): string {
  const program = join(folder, 'clock.mjs')
  writeFileSync(offsetFile(folder), '0')
  writeFileSync(program, PROGRAM(offsetFile(folder)))
  return `--import=${program}`
}

export const jumpClock: Play = async ({ stage }) => {
  for (const offset of JUMPS_MS) {
    writeFileSync(offsetFile(stage.folder), String(offset))
    await pause(stage, STAY_MS)
  }
  const recovery = startClock()
  await until(stage, 'a write after the clock jumped', () => canWrite(stage))
  return recovery()
}
