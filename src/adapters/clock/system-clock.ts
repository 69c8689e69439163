import type { Clock } from '../../core/clock.ts'

export function makeSystemClock(): Clock {
  return {
    nowMs: () => Date.now(),
    monotonicMs: () => performance.now(),
    after(ms, then) {
      const timer = setTimeout(then, ms)
      return () => clearTimeout(timer)
    },
  }
}
