import { expect, test } from 'vitest'
import { makeAwakeClock } from './awake-clock.ts'

test.each([
  ['looks ten times a second', [100, 200, 300], [100, 200, 300]],
  ['a night in which the watchdog stood still', [100, 28_800_100, 28_800_200], [100, 400, 500]],
  ['pulses: it runs for a moment every five seconds', [5000, 5100, 10_100, 10_200], [300, 400, 700, 800]],
])('[Y2] [Y5] %s: time in which it did not run counts for nobody', (_, looks, awake) => {
  let monotonicMs = 0
  const clock = makeAwakeClock(() => monotonicMs)
  const seen = looks.map((atMs) => {
    monotonicMs = atMs
    return clock()
  })
  expect(seen).toEqual(awake)
})
