import { expect, test } from 'vitest'
import { fullBucket, takeFromBucket } from './token-bucket.ts'

const policy = { burst: 3, perSecond: 2 }

test.each([
  { what: 'full', level: 3, waitedMs: 0, allowed: true, left: 2, retryAfterMs: 0 },
  { what: 'down to its last', level: 1, waitedMs: 0, allowed: true, left: 0, retryAfterMs: 0 },
  { what: 'empty', level: 0, waitedMs: 0, allowed: false, left: 0, retryAfterMs: 500 },
  { what: 'half refilled', level: 0, waitedMs: 250, allowed: false, left: 0.5, retryAfterMs: 250 },
  { what: 'refilled by one', level: 0, waitedMs: 500, allowed: true, left: 0, retryAfterMs: 0 },
  { what: 'refilled for long', level: 0, waitedMs: 1e9, allowed: true, left: 2, retryAfterMs: 0 },
  {
    what: 'asked after the clock went back',
    level: 0,
    waitedMs: -1e6,
    allowed: false,
    left: 0,
    retryAfterMs: 500,
  },
])('a bucket that is $what', ({ level, waitedMs, allowed, left, retryAfterMs }) => {
  const nowMs = 1e9 + waitedMs
  expect(takeFromBucket({ level, atMs: 1e9 }, policy, nowMs)).toEqual({
    bucket: { level: left, atMs: nowMs },
    allowed,
    retryAfterMs,
  })
})

test('a bucket lets the burst through at once, then its rate', () => {
  let bucket = fullBucket(policy, 0)
  const allowedAtMs: number[] = []
  for (let nowMs = 0; nowMs <= 2000; nowMs += 10) {
    const taken = takeFromBucket(bucket, policy, nowMs)
    bucket = taken.bucket
    if (taken.allowed) allowedAtMs.push(nowMs)
  }
  expect(allowedAtMs).toEqual([0, 10, 20, 500, 1000, 1500, 2000])
})

test('whoever waits as long as they are told gets through', () => {
  const odd = { burst: 1, perSecond: 3 }
  const empty = takeFromBucket(fullBucket(odd, 0), odd, 0).bucket
  const { retryAfterMs } = takeFromBucket(empty, odd, 0)
  expect(takeFromBucket(empty, odd, retryAfterMs).allowed).toBe(true)
})
