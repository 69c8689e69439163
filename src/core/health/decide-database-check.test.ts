import { expect, test } from 'vitest'
import { decideDatabaseCheck } from './decide-database-check.ts'

const POLICY = { everyMs: 1000, afterMs: 60 }
const NOW = 10_000
const sound = (agoMs: number) => ({ state: 'sound', atMs: NOW - agoMs }) as const
const other = (state: 'suspect' | 'damaged') => ({ state, atMs: NOW })

test.each([
  ['a new file waits until the start is over', undefined, 59, 'wait'],
  ['and is checked then', undefined, 60, 'check'],
  ['a sound one is left alone', sound(999), 5000, 'wait'],
  ['until it is due again', sound(1000), 5000, 'check'],
  ['but not right after a start', sound(1000), 59, 'wait'],
  ['a check that comes from the future counts for nothing', sound(-1), 60, 'check'],
  ['a suspect one is checked at once', other('suspect'), 0, 'check'],
  ['a damaged one gets no more writes', other('damaged'), 0, 'refuse writes'],
] as const)('[H8] the whole database: %s', (_, verdict, leadingMs, expected) => {
  expect(decideDatabaseCheck({ verdict, nowMs: NOW, leadingMs }, POLICY)).toBe(expected)
})
