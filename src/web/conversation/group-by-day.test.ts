import { expect, test } from 'vitest'
import { groupByDay, sayDay } from './group-by-day.ts'

const at = (day: number, hour: number) => ({ at: new Date(2026, 2, day, hour).toISOString() })

test('[U3] messages are parted by the days of the reader’s calendar', () => {
  const [late, early, next] = [at(7, 23), at(8, 0), at(8, 1)]
  expect(groupByDay([late, early, next])).toEqual([
    { date: '2026-03-07', items: [late] },
    { date: '2026-03-08', items: [early, next] },
  ])
})

test('[U3] the two newest days are called as people call them', () => {
  const now = new Date(2026, 2, 8, 9)
  expect(sayDay('2026-03-08', now)).toBe('Today')
  expect(sayDay('2026-03-07', now)).toBe('Yesterday')
  expect(sayDay('2026-03-01', now)).toContain('2026')
})
