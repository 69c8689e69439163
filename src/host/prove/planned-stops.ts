// What people do themselves: a planned swap, and a stop with messages meanwhile, which wait in the spool for the next start.
import { pause, runCmux, until, askHealth, type Stage } from './stage.ts'
import type { Play } from './scene.ts'
import { answersAgain, startClock, wholeFamily } from './whole-family.ts'

const swap: Play = async ({ stage }) => {
  const { leader } = await wholeFamily(stage)
  const recovery = startClock()
  await mustRun(stage, 'restart')
  await answersAgain(stage, leader)
  return recovery()
}

/** Time for a message or two by `cmux send`. */
const DOWN_MS = 2500

const stop: Play = async ({ stage }) => {
  await wholeFamily(stage)
  await mustRun(stage, 'down')
  await pause(stage, DOWN_MS)
  const recovery = startClock()
  await mustRun(stage, 'up', '--no-open')
  await until(stage, 'an answer after the start', () => askHealth(stage))
  return recovery()
}

async function mustRun(stage: Stage, ...args: string[]): Promise<void> {
  const { code, stderr } = await runCmux(stage, ...args)
  if (code !== 0) throw new Error(`cmux ${args.join(' ')} ended with ${code}: ${stderr.trim()}`)
}

export const PLANNED_STOPS = { swap, stop } as const
