import { expect, test } from 'vitest'
import type { Event } from '../../protocol/event.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import { addEvents } from './add-events.ts'

const event = (seq: number): Event => ({
  seq,
  type: 'server.started',
  at: '2026-01-01T00:00:00.000Z' as Timestamp,
  actor: 'test',
  data: {},
})
const run = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => event(from + index))

test.each([
  ['the first', [], run(5, 7), [5, 6, 7]],
  ['what follows', run(1, 3), run(4, 5), [1, 2, 3, 4, 5]],
  ['what came twice after a reconnect', run(1, 3), run(2, 4), [1, 2, 3, 4]],
  ['nothing new', run(1, 3), run(1, 3), [1, 2, 3]],
])('[U1] the window takes %s', (_, before, more, after) => {
  expect(addEvents(before, more).map(({ seq }) => seq)).toEqual(after)
})

test('[P8] the window lets the oldest go', () => {
  const events = addEvents(run(1, 900), run(901, 1500))
  expect([events.length, events[0]?.seq, events.at(-1)?.seq]).toEqual([1000, 501, 1500])
})
