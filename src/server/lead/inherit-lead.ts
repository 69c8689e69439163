// Our watchdog is gone, and we do not lead. If a new watchdog is in charge, or the leader starts one, we are not needed. Only
// when both are dead, or dead and hung, does the lead fall to us.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readIfThere } from '../../adapters/files/read-if-there.ts'
import { endServer } from '../../adapters/process/end-server.ts'
import { isLocked } from '../../adapters/store/lock-home.ts'
import type { Context } from '../context.ts'

type Deps = Pick<Context, 'addresses' | 'clock' | 'home' | 'leadership' | 'log'>

/** A living leader starts a watchdog within milliseconds; a dead one leaves its lock. */
const DECIDE_LIMIT_MS = 5000
const LOOK_EVERY_MS = 10
/** A health answer takes 2 s at the most. */
const ANSWER_LIMIT_MS = 5000

export async function inheritLead(context: Deps): Promise<boolean> {
  const decided = await waitForLead(context, DECIDE_LIMIT_MS)
  if (decided !== undefined) return decided
  // The leader has its lock. If it answers, it has its reasons for not having a watchdog yet; if not, nobody else can end it.
  if (await answers(context)) return false
  const pid = await readLeader(context)
  if (pid === undefined || !endServer(context.home, pid)) return false
  context.log.warn(
    { pid },
    'the leader has its lock, does not answer and has no watchdog: it hangs, and was ended',
  )
  return (await waitForLead(context, DECIDE_LIMIT_MS)) ?? false
}

/** True when we lead now, false when somebody else is in charge, undefined when that is not clear. */
async function waitForLead(context: Deps, limitMs: number): Promise<boolean | undefined> {
  const watchdogLock = join(context.home, 'watchdog', 'lock.db')
  const deadlineMs = context.clock.monotonicMs() + limitMs
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
  return undefined
}

async function answers({ addresses }: Deps): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_LIMIT_MS)
    const response = await fetch(`${addresses.url()}/api/webhooks/health`, { signal })
    await response.text()
    return true
  } catch {
    return false // refused, or not in time
  }
}

async function readLeader({ home }: Deps): Promise<number | undefined> {
  const text = await readIfThere(join(home, 'instance.json'))
  return text === undefined ? undefined : (JSON.parse(text) as { pid: number }).pid
}
