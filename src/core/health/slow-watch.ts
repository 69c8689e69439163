// Notices when the server answers late: a call that keeps its one thread, or a thread that gets no processor, keeps everybody waiting.
import type { Slowness, SlowCause } from '../../protocol/health.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Clock } from '../clock.ts'
import { judgeDelay, type ThreadUsage } from './judge-delay.ts'

const LOOK_EVERY_MS = 500
/** Somebody has stopped the process, or suspended the machine. */
const STOPPED_MS = 120_000
/** Who waits for a page notices this. */
const LATE_MS = 1000
/** One late answer is an accident, unless it is as late as this. */
const VERY_LATE_MS = 3000
/** Without another one it is over. */
const CALM_MS = 10_000

export interface SlowWatch extends Disposable {
  /** Null when it answers in time. */
  current(): Slowness | null
}

export interface SlowWatchDeps {
  readonly clock: Clock
  /** Undefined where the system does not tell. */
  readonly readUsage: () => ThreadUsage | undefined
}

export function makeSlowWatch({ clock, readUsage }: SlowWatchDeps): SlowWatch {
  let slow: (Slowness & { readonly lastMs: number; readonly times: number }) | null = null
  let before = { atMs: clock.monotonicMs(), usage: readUsage() }
  let cancel: () => void
  const note = (delayMs: number, cause: SlowCause, lastMs: number) => {
    const since = slow?.since ?? timestampFromMs(clock.nowMs() - delayMs)
    // The longest delay says most about what it is.
    const worst = slow && slow.delayMs >= delayMs ? slow : { part: partOf(cause), delayMs, cause }
    slow = {
      part: worst.part,
      delayMs: worst.delayMs,
      cause: worst.cause,
      since,
      lastMs,
      times: (slow?.times ?? 0) + 1,
    }
  }
  const look = () => {
    const now = { atMs: clock.monotonicMs(), usage: readUsage() }
    const spanMs = now.atMs - before.atMs
    const delayMs = Math.round(spanMs - LOOK_EVERY_MS)
    if (delayMs >= LATE_MS && delayMs < STOPPED_MS)
      note(delayMs, judgeDelay(before.usage, now.usage, spanMs), now.atMs)
    else if (slow && now.atMs - slow.lastMs >= CALM_MS) slow = null
    before = now
    cancel = clock.after(LOOK_EVERY_MS, look)
  }
  cancel = clock.after(LOOK_EVERY_MS, look)
  return {
    current() {
      // Whoever asks right after a delay may come before the next look.
      const lateMs = Math.round(clock.monotonicMs() - before.atMs - LOOK_EVERY_MS)
      if (lateMs >= LATE_MS) {
        cancel()
        look()
      }
      if (!slow || (slow.times === 1 && slow.delayMs < VERY_LATE_MS)) return null
      return { part: slow.part, delayMs: slow.delayMs, cause: slow.cause, since: slow.since }
    },
    [Symbol.dispose]: () => cancel(),
  }
}

/** On its one thread the server waits for the disk only where the store does. */
const partOf = (cause: SlowCause): Slowness['part'] => (cause === 'disk' ? 'store' : 'server')
