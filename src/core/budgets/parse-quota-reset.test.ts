import { expect, test } from 'vitest'
import { parseQuotaReset } from './parse-quota-reset.ts'

const NOW_MS = Date.UTC(2026, 0, 20, 12)
const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

test.each<[says: string, inMs: number | undefined]>([
  ['Claude usage limit reached|1768914000', HOUR_MS],
  ['limit|1768910401', SECOND_MS],
  ['limit|1768910400', undefined],
  ['limit|17689140000', undefined],
  ['limit 1768914000', undefined],
  ['resets at 2026-01-20T13:30:00Z', 90 * MINUTE_MS],
  ['resets at 2026-01-20T13:30Z.', 90 * MINUTE_MS],
  ['resets at 2026-01-20T12:00:00.25Z', 250],
  ['resets at 2026-01-20T13:30:00+01:00', 30 * MINUTE_MS],
  ['resets at 2026-01-20T10:30:00-02:00', 30 * MINUTE_MS],
  ['resets at 2026-01-20T13:30:00', undefined],
  ['resets at 2026-01-19T13:30:00Z', undefined],
  ['Please try again in 20s.', 20 * SECOND_MS],
  ['Please try again in 1.5s.', 1500],
  ['Please try again in 820ms.', 820],
  ['try again in 300 milliseconds', 300],
  ['TRY AGAIN IN 2 HOURS', 2 * HOUR_MS],
  ['try again in 1 hr', HOUR_MS],
  ['try again in 10 secs', 10 * SECOND_MS],
  ['try again in 10 min', 10 * MINUTE_MS],
  ['try again in 2 hours and 5 minutes', 125 * MINUTE_MS],
  ['try again in 1 day, 2 hours, 3 minutes and 4 seconds', DAY_MS + 2 * HOUR_MS + 3 * MINUTE_MS + 4000],
  ['resets in 1h2m3s', HOUR_MS + 2 * MINUTE_MS + 3000],
  ['resets in 3d', 3 * DAY_MS],
  ['resets in 8 days', 8 * DAY_MS],
  ['resets in 8 days 1 second', undefined],
  ['try again in 400 days', undefined],
  ['try again in 2 months', undefined],
  ['try again in 5 sessions', undefined],
  ['try again in 0s', undefined],
  ['begin 5 minutes', undefined],
  ['try again in a while', undefined],
  ['resets 3pm (Europe/Berlin)', undefined],
  ['limit reached', undefined],
])('[O3] %s', (says, inMs) => {
  const found = parseQuotaReset(says, NOW_MS)
  expect(found === undefined ? undefined : found - NOW_MS).toBe(inMs)
})

test('[O3] a moment that leaves no doubt goes before a span', () => {
  const both = 'limit|1768914000, resets at 2026-01-20T14:00:00Z, try again in 3h'
  expect(parseQuotaReset(both, NOW_MS)).toBe(NOW_MS + HOUR_MS)
  expect(parseQuotaReset(both.slice('limit|1768914000'.length), NOW_MS)).toBe(NOW_MS + 2 * HOUR_MS)
})
