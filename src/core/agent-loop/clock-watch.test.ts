import { expect, test } from 'vitest'
import { makeFakeClock } from '../../../test/fixtures/fake-clock.ts'
import { makeClockWatch } from './clock-watch.ts'

test.each([
  ['set back by an hour', -3_600_000],
  ['set ahead by a day', 86_400_000],
  ['ahead after a night in which the machine slept', 28_800_000],
])('[Y5] a wall clock that is %s is told once', (_, byMs) => {
  const clock = makeFakeClock()
  const watch = makeClockWatch(clock)
  clock.advance(5000)
  expect(watch.look()).toBe(0)
  clock.jump(byMs)
  clock.advance(1000)
  expect([watch.look(), watch.look()]).toEqual([byMs, 0])
})

test('[Y5] small corrections add up until they matter', () => {
  const clock = makeFakeClock()
  const watch = makeClockWatch(clock)
  clock.jump(1999)
  expect(watch.look()).toBe(0)
  clock.jump(1)
  expect(watch.look()).toBe(2000)
})
