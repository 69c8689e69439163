// When a notice that was not taken is tried again, and when no more. Pure.
import type { NoticeSettings } from '../../protocol/notifications/notice-settings.ts'

/** However often it is asked for: nobody may put us off for a day. */
const RETRY_AFTER_MAX_MS = 3_600_000
/** So that what failed together is not tried together. */
const JITTER_SHARE = 0.25
const DOUBLINGS_MAX = 30

export interface Attempt {
  /** This one included. */
  readonly attempts: number
  /** Since it was due. */
  readonly waitedMs: number
  /** What the other side asked for. */
  readonly afterMs?: number | undefined
  /** Between 0 and 1. */
  readonly random: number
}

/** How long to wait; undefined when it was tried for long enough. */
export function planRetry(
  { attempts, waitedMs, afterMs, random }: Attempt,
  { retrySec: [first, most], keepTryingSec }: Pick<NoticeSettings, 'retrySec' | 'keepTryingSec'>,
): number | undefined {
  if (waitedMs >= keepTryingSec * 1000) return undefined
  const doubled = first * 2 ** Math.min(DOUBLINGS_MAX, attempts - 1)
  const ownMs = Math.min(most, doubled) * 1000 * (1 - JITTER_SHARE * random)
  const askedMs = Math.min(afterMs ?? 0, RETRY_AFTER_MAX_MS)
  // The last try is made at the end of the time, not left out.
  const restMs = Math.max(1, keepTryingSec * 1000 - waitedMs)
  return Math.ceil(Math.max(askedMs, Math.min(ownMs, restMs)))
}

export function longestPauseMs({ retrySec: [, most] }: Pick<NoticeSettings, 'retrySec'>): number {
  return Math.max(most * 1000, RETRY_AFTER_MAX_MS)
}
