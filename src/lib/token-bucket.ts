// A rate limit as a value: so many tokens, refilled by the passing of time. Time is an argument.
export interface TokenBucket {
  readonly level: number
  readonly atMs: number
}

export interface BucketPolicy {
  readonly burst: number
  readonly perSecond: number
}

export function fullBucket(policy: BucketPolicy, nowMs: number): TokenBucket {
  return { level: policy.burst, atMs: nowMs }
}

export function takeFromBucket(
  bucket: TokenBucket,
  policy: BucketPolicy,
  nowMs: number,
): { bucket: TokenBucket; allowed: boolean; retryAfterMs: number } {
  const elapsedMs = Math.max(0, nowMs - bucket.atMs)
  const level = Math.min(policy.burst, bucket.level + (elapsedMs * policy.perSecond) / 1000)
  if (level >= 1) return { bucket: { level: level - 1, atMs: nowMs }, allowed: true, retryAfterMs: 0 }
  const retryAfterMs = Math.ceil(((1 - level) * 1000) / policy.perSecond)
  return { bucket: { level, atMs: nowMs }, allowed: false, retryAfterMs }
}
