// Why the event loop was late: what its thread did meanwhile, by the kernel's counters. Pure.
import type { SlowCause } from '../../protocol/health.ts'

/** Counters of the thread that runs the event loop; they count up. */
export interface ThreadUsage {
  readonly ranMs: number
  /** It could have run and had no processor. */
  readonly queuedMs: number
  /** For so long somebody on this machine waited for memory. */
  readonly memoryStallMs: number
}

/** Waits for memory look like waits for the disk; with so much pressure they are none. */
const MEMORY_SHARE_MIN = 0.2

/** `spanMs`: from one reading to the other. Only calls of the disk make that thread sleep while there is something to do. */
export function judgeDelay(
  before: ThreadUsage | undefined,
  now: ThreadUsage | undefined,
  spanMs: number,
): SlowCause {
  if (!before || !now || spanMs <= 0) return 'unknown'
  const ranMs = now.ranMs - before.ranMs
  const queuedMs = now.queuedMs - before.queuedMs
  const sleptMs = spanMs - ranMs - queuedMs
  if (ranMs >= Math.max(queuedMs, sleptMs)) return 'own work'
  if (queuedMs >= sleptMs) return 'processor'
  return (now.memoryStallMs - before.memoryStallMs) / spanMs >= MEMORY_SHARE_MIN ? 'memory' : 'disk'
}
