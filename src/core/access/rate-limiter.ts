// Limits how fast one caller may ask. Callers that have been quiet for long enough to have a full bucket are forgotten.
import { fullBucket, takeFromBucket, type BucketPolicy, type TokenBucket } from '../../lib/token-bucket.ts'

/** Bounds the memory that strangers can claim by inventing callers. */
const CALLERS_MAX = 10_000

export interface RateLimiter {
  /** 0 when the caller may go on, else how many milliseconds to wait. */
  take(caller: string, nowMs: number): number
}

export function makeRateLimiter(policy: BucketPolicy): RateLimiter {
  const buckets = new Map<string, TokenBucket>()
  return {
    take(caller, nowMs) {
      const { bucket, retryAfterMs } = takeFromBucket(
        buckets.get(caller) ?? fullBucket(policy, nowMs),
        policy,
        nowMs,
      )
      // Deleted first, so that the map's order is that of the last use and the oldest goes first.
      buckets.delete(caller)
      buckets.set(caller, bucket)
      if (buckets.size > CALLERS_MAX) buckets.delete(buckets.keys().next().value ?? caller)
      return retryAfterMs
    },
  }
}
