// Our watchdog is gone, and we do not lead. If a new watchdog is in charge, or the leader starts one, we are not needed. Only
// when both are dead does the lead fall to us.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isLocked } from '../adapters/store/lock-home.ts'
import type { Context } from './context.ts'

/** A living leader starts a watchdog within milliseconds; a dead one leaves its lock. */
const DECIDE_LIMIT_MS = 5000
const LOOK_EVERY_MS = 10

export async function inheritLead(context: Context): Promise<boolean> {
  const watchdogLock = join(context.home, 'watchdog', 'lock.db')
  const deadlineMs = context.clock.monotonicMs() + DECIDE_LIMIT_MS
  while (context.clock.monotonicMs() < deadlineMs) {
    // A leader that yields does so under a watchdog's eyes: its lock, free for a moment, is not ours to take.
    if (isLocked(watchdogLock)) return false
    if (context.leadership.tryTake()) {
      if (!isLocked(watchdogLock)) return true
      await context.leadership.yield()
      return false
    }
    await pause(LOOK_EVERY_MS)
  }
  return false
}
