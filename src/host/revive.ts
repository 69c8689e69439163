// Brings back what was killed: a home that says where its server is, was not stopped by `down`, and has no process left.
// What runs is what ran, from the home's own watchdog and ledger; no build is installed.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CmuxError } from '../protocol/cmux-error.ts'
import { findProcesses } from './find-processes.ts'
import { readGuardBook } from './guard-book.ts'
import { lockStart } from './start/lock-start.ts'
import { readInstance } from './read-instance.ts'
import { startWatchdog } from './start-watchdog.ts'
import { waitForInstance } from './start/wait-for-instance.ts'

/** False when there was nothing to bring back. */
export async function reviveIfKilled(home: string, programs: string): Promise<boolean> {
  if (!wasKilled(home)) return false
  using _turn = lockStart(home)
  // Somebody else may have brought it back, or stopped it, while we waited for our turn.
  if (wasKilled(home)) startWhatRan(home, programs)
  try {
    await waitForInstance(home)
  } catch (error) {
    // No server came, so safe mode has the port, and says better than we could what is wrong.
    if (!(error instanceof CmuxError && error.code === 'TIMED_OUT')) throw error
  }
  return true
}

function wasKilled(home: string): boolean {
  return isMeantToRun(home) && findProcesses(home).length === 0
}

/** A server that is stopped takes its address back, and `down` leaves a note besides. */
function isMeantToRun(home: string): boolean {
  const isGuarded = readGuardBook(home) !== undefined && existsSync(join(home, 'watchdog', 'state.json'))
  return isGuarded && readInstance(home) !== undefined && !existsSync(join(home, 'watchdog', 'stopping'))
}

export function startWhatRan(home: string, programs: string): void {
  const instance = readInstance(home)
  // The same address as before, if it is known: agents and browsers have it.
  const host = instance && new URL(instance.url).hostname.replaceAll(/[[\]]/g, '')
  const address = instance && host && { port: String(instance.port), host }
  startWatchdog({ home, programs, envPort: undefined, ...address })
}
