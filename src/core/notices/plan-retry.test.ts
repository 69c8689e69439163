import { expect, test } from 'vitest'
import { planRetry } from './plan-retry.ts'

const POLICY = { retrySec: [2, 900] as [number, number], keepTryingSec: 86_400 }
const plan = (attempts: number, more: Partial<Parameters<typeof planRetry>[0]> = {}) =>
  planRetry({ attempts, waitedMs: 0, random: 0, ...more }, POLICY)

test.each([
  ['begins short', plan(1), 2000],
  ['doubles', plan(4), 16_000],
  ['has an end to doubling', plan(5000), 900_000],
  ['is spread', plan(1, { random: 1 }), 1500],
  ['waits as long as it was asked to', plan(1, { afterMs: 60_000 }), 60_000],
  ['but not for a day', plan(1, { afterMs: 86_400_000 }), 3_600_000],
  ['makes its last try at the end', plan(50, { waitedMs: 86_399_000 }), 1000],
  ['and none after it', plan(50, { waitedMs: 86_400_000 }), undefined],
])('[W4] trying again %s', (_, planned, expected) => {
  expect(planned).toBe(expected)
})
