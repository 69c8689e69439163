// The feed over the store on a file and in memory, and its pulse alone.
import { expect, test } from 'vitest'
import { makePulse } from '../../src/core/events/pulse.ts'
import type { Event } from '../../src/protocol/event.ts'
import { timestampFromMs } from '../../src/protocol/timestamp.ts'
import { openInMemory, openOnFile } from '../fixtures/open-store.ts'
import { describeEventFeedContract } from './event-feed-contract.ts'

describeEventFeedContract('SQLite on a file', openOnFile)
describeEventFeedContract('SQLite in memory', openInMemory)

const makeEvent = (seq: number): Event => ({
  seq,
  type: 'server.stopped',
  at: timestampFromMs(0),
  actor: 'system',
  data: {},
})

test('[P10] a beat between looking and waiting is not missed', async () => {
  const pulse = makePulse()
  const { signal } = new AbortController()
  const seen = pulse.beats()
  pulse.publish([makeEvent(1)])
  await pulse.changedSince(seen, signal)
  expect(pulse.recentAfter(0, 10)).toEqual([makeEvent(1)])
})

test('[P10] every waiting reader is woken by one beat, and a beat of nothing wakes none', async () => {
  const pulse = makePulse()
  const { signal } = new AbortController()
  const waiting = Array.from({ length: 3 }, () => pulse.changedSince(pulse.beats(), signal))
  pulse.publish([])
  expect(pulse.beats()).toBe(0)
  pulse.publish([makeEvent(1)])
  await Promise.all(waiting)
  expect(pulse.beats()).toBe(1)
})

test('[P10] after a gap, memory no longer claims to reach back over it', () => {
  const pulse = makePulse()
  pulse.publish([makeEvent(1), makeEvent(2)])
  // Number 3 was written by another process.
  pulse.publish([makeEvent(4)])
  expect([pulse.recentAfter(2, 10), pulse.recentAfter(3, 10)]).toEqual([undefined, [makeEvent(4)]])
})
