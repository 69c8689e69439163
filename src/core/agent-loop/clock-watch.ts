// Notices that the wall clock was set, or that the machine slept: then it and the monotonic clock part.
import type { Clock } from '../clock.ts'

/** Small corrections are everyday life, and nothing waits for so short a time. */
const PARTED_MIN_MS = 2000

export interface ClockWatch {
  /** By how much they have parted since the last look: negative when the wall clock was set back; 0 when they have not. */
  look(): number
}

export function makeClockWatch(clock: Pick<Clock, 'nowMs' | 'monotonicMs'>): ClockWatch {
  const offsetNow = () => clock.nowMs() - clock.monotonicMs()
  let offsetMs = offsetNow()
  return {
    look() {
      const partedMs = Math.round(offsetNow() - offsetMs)
      if (Math.abs(partedMs) < PARTED_MIN_MS) return 0
      offsetMs += partedMs
      return partedMs
    },
  }
}
