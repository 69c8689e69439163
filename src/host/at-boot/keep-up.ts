// The keeper: starts cmux, stays, and brings it back when all of its processes are gone. A cmux that was stopped with `down`
// stays down until `up`; the keeper waits for that too.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findProcesses } from '../find-processes.ts'
import { lockStart } from '../start/lock-start.ts'
import { reviveIfKilled, startWhatRan } from '../revive.ts'
import { stopProcesses } from '../stop-processes.ts'
import { LEAVE_SIGNAL } from './end-keeper.ts'

/** How long everything may be gone at the most; a look costs some milliseconds. */
const LOOK_EVERY_MS = 5000

export async function keepUp(home: string): Promise<void> {
  const over = new AbortController()
  let isStop = false
  process.once('SIGTERM', () => {
    isStop = true
    over.abort()
  })
  process.once(LEAVE_SIGNAL, () => over.abort())
  // The release that this code is from may be tidied away while it runs: what it starts comes from the one that is current.
  const programs = join(home, 'current')
  start(home, programs)
  while (!over.signal.aborted) {
    await reviveIfKilled(home, programs)
    await pause(LOOK_EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined)
  }
  // The manager that started us stops us, at a shutdown or by hand: then cmux stops as well.
  if (isStop) await stopProcesses(home, false)
}

/** To be started by hand or at boot is to be asked to run, whatever was stopped before. */
function start(home: string, programs: string): void {
  using _turn = lockStart(home)
  if (findProcesses(home).length > 0) return
  rmSync(join(home, 'watchdog', 'stopping'), { force: true })
  startWhatRan(home, programs)
}
