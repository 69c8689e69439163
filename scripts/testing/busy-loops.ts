// Keeps every core busy while tests run, so that races show which a quiet machine hides.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** With two loops a core, a test gets about a third of it. */
const LOOPS_PER_CORE = 2

/** A loop ends by itself when this process is gone. */
const LOOP = `
  const parent = process.ppid
  const turn = () => {
    const until = performance.now() + 200
    while (performance.now() < until);
    if (process.ppid === parent) setImmediate(turn)
  }
  turn()`

export function startBusyLoops(): Disposable {
  const loops = Array.from({ length: LOOPS_PER_CORE * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', LOOP], { stdio: 'ignore' }),
  )
  return {
    [Symbol.dispose]: () => {
      for (const loop of loops) loop.kill('SIGKILL')
    },
  }
}
