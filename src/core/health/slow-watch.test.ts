import { expect, test } from 'vitest'
import { makeFakeClock } from '../../../test/fixtures/fake-clock.ts'
import { makeSlowWatch } from './slow-watch.ts'

function watch() {
  const clock = makeFakeClock()
  const usage = { ranMs: 0, queuedMs: 0, memoryStallMs: 0 }
  const slow = makeSlowWatch({ clock, readUsage: () => ({ ...usage }) })
  return { clock, usage, slow }
}

test('[Y2] [H8] a thread that sleeps for seconds is a slow store, with its delay and cause, until it was in time for a while', () => {
  const { clock, slow } = watch()
  clock.advance(500)
  expect(slow.current()).toBe(null)
  clock.advance(3600)
  const since = '2026-01-01T00:00:01.000Z'
  expect(slow.current()).toEqual({ part: 'store', delayMs: 3100, cause: 'disk', since })
  clock.advance(1600)
  expect(slow.current()).toEqual({ part: 'store', delayMs: 3100, cause: 'disk', since })
  for (let look = 0; look < 19; look += 1) clock.advance(500)
  expect(slow.current()).toMatchObject({ delayMs: 3100 })
  clock.advance(500)
  expect(slow.current()).toBe(null)
})

test('[Y2] one delay of a second is an accident, two are not, and the longest says what it is', () => {
  const { clock, usage, slow } = watch()
  clock.advance(1700)
  expect(slow.current()).toBe(null)
  clock.advance(1700)
  expect(slow.current()).toMatchObject({ part: 'store', delayMs: 1200 })
  usage.queuedMs += 5000
  clock.advance(6000)
  expect(slow.current()).toMatchObject({ part: 'server', delayMs: 5500, cause: 'processor' })
})

test('[Y2] [Y5] a process that was stopped for minutes was not slow', () => {
  const { clock, slow } = watch()
  clock.advance(28_800_000)
  expect(slow.current()).toBe(null)
})

test('[Y2] a little late is in time, and after its end nobody looks', () => {
  const { clock, slow } = watch()
  clock.advance(1499)
  expect(slow.current()).toBe(null)
  slow[Symbol.dispose]()
  expect(clock.waiting()).toBe(0)
})
