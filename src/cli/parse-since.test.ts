import { expect, test } from 'vitest'
import { parseSince } from './parse-since.ts'

const NOW_MS = Date.parse('2026-03-10T12:00:00.000Z')

test.each([
  ['90s', '2026-03-10T11:58:30.000Z'],
  ['30min', '2026-03-10T11:30:00.000Z'],
  ['30m', '2026-03-10T11:30:00.000Z'],
  ['1h', '2026-03-10T11:00:00.000Z'],
  ['2d', '2026-03-08T12:00:00.000Z'],
  ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z'],
])('since %s is %s', (text, moment) => {
  expect(parseSince(text, NOW_MS)).toBe(moment)
})

test.each(['', 'soon', '5 moons'])('since “%s” is refused', (text) => {
  expect(() => parseSince(text, NOW_MS)).toThrow(expect.objectContaining({ code: 'USAGE' }))
})
