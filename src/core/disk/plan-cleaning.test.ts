import { expect, test } from 'vitest'
import { planCleaning } from './plan-cleaning.ts'
import type { Removable } from './removable.ts'

const one = (kind: Removable['kind'], name: string, bytes: number, atMs: number): Removable => ({
  kind,
  name,
  bytes,
  atMs,
})
const ALL = [
  one('workspace', 'p/anna', 50, 1),
  one('release', 'old', 30, 2),
  one('log', 'server.log.2', 10, 3),
  one('log', 'server.log.1', 10, 4),
]

test.each([
  ['all fits', { budgetBytes: 100, wantedBytes: 0 }, []],
  ['a little too much: the oldest log', { budgetBytes: 95, wantedBytes: 0 }, ['server.log.2']],
  ['logs do not suffice', { budgetBytes: 70, wantedBytes: 0 }, ['server.log.2', 'server.log.1', 'old']],
  [
    'a disk that is nearly full wants more than the budget does',
    { budgetBytes: 100, wantedBytes: 15 },
    ['server.log.2', 'server.log.1'],
  ],
  ['no budget at all', { budgetBytes: 0, wantedBytes: 0 }, ['server.log.2', 'server.log.1', 'old', 'p/anna']],
])('[W3] %s', (_, needs, expected) => {
  expect(planCleaning(ALL, needs).map(({ name }) => name)).toEqual(expected)
})
