import { expect, test } from 'vitest'
import { findStandbyObstacle } from './standby-obstacle.ts'

const GIB = 1024 ** 3
const MIB = 1024 ** 2

test.each([
  ['a usual machine', 8 * GIB, 0, 4 * GIB, null],
  ['a small one', 0.5 * GIB, 0, 0.4 * GIB, 'this machine has 512 MiB of memory for us, less than 1024 MiB'],
  [
    'a small container',
    8 * GIB,
    768 * MIB,
    700 * MIB,
    'this machine has 768 MiB of memory for us, less than 1024 MiB',
  ],
  ['a container whose limit is none', 8 * GIB, 2 ** 63, 4 * GIB, null],
  [
    'a machine that is full',
    8 * GIB,
    0,
    100 * MIB,
    '100 MiB of memory were free at the start, less than 256 MiB',
  ],
  ['just enough', GIB, GIB, 256 * MIB, null],
])('[P4] %s', (_, totalBytes, limitBytes, freeBytes, reason) => {
  expect(findStandbyObstacle({ totalBytes, limitBytes, freeBytes })).toBe(reason)
})
