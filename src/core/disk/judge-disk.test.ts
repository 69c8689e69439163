import { expect, test } from 'vitest'
import { judgeDisk } from './judge-disk.ts'

const MINUTE_MS = 60_000
const look = (usedBytes: number, atMs = 0) => ({ usedBytes, freeBytes: 1000 - usedBytes, atMs })

test.each([
  ['room', look(899), undefined, { state: 'well', percent: 89.9, fullInMs: null }],
  ['the line reached', look(900), undefined, { state: 'low', percent: 90, fullInMs: null }],
  ['full', look(1000), undefined, { state: 'low', percent: 100, fullInMs: null }],
  [
    'growth that fills it within the hour',
    look(600, 20 * MINUTE_MS),
    look(400),
    { state: 'filling', percent: 60, fullInMs: 40 * MINUTE_MS },
  ],
  [
    'slow growth',
    look(410, 20 * MINUTE_MS),
    look(400),
    { state: 'well', percent: 41, fullInMs: 1180 * MINUTE_MS },
  ],
  [
    'a jump that was watched for too short a time',
    look(800, MINUTE_MS),
    look(10),
    { state: 'well', percent: 80, fullInMs: null },
  ],
  [
    'a disk that empties',
    look(100, 60 * MINUTE_MS),
    look(800),
    { state: 'well', percent: 10, fullInMs: null },
  ],
])('[W3] %s', (_, now, since, expected) => {
  expect(judgeDisk(now, since, 90)).toEqual(expected)
})
