// Time comes in as a port, so that everything in core runs on a fake clock as well.
import type { Timer } from '../lib/with-limit.ts'

export interface Clock extends Timer {
  /** Wall time: for people and records. It may jump. */
  nowMs(): number
  /** Never goes back: for limits, leases and rates. */
  monotonicMs(): number
}
