import { expect, test } from 'vitest'
import { quietSince } from './quiet-since.ts'
import { timestampFromMs } from '../timestamp.ts'

const NOW = Date.UTC(2026, 0, 1)
const ago = (sec: number) => timestampFromMs(NOW - sec * 1000)

test.each([
  ['at work, and did something a moment ago', 'working', 600, 59, null],
  ['at work, and did nothing for a minute', 'working', 600, 60, 60],
  ['at work for a minute, and did something before', 'working', 60, 600, 60],
  ['at work, and has told nothing yet', 'working', 240, null, 240],
  ['at rest', 'idle', 600, 600, null],
] as const)('[L2] one that is %s', (_, status, sinceSec, movedSec, quietSec) => {
  const movedAt = movedSec === null ? null : ago(movedSec)
  expect(quietSince({ status, statusSince: ago(sinceSec), movedAt }, NOW)).toBe(
    quietSec === null ? null : ago(quietSec),
  )
})
