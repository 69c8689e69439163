import { expect, test } from 'vitest'
import { describeGuards } from './describe-guards.ts'

const BOOK = { proven: 'a', previous: null, next: null, refused: null }

test.each([
  ['the same one', BOOK, 'a', []],
  ['another one', BOOK, 'b', ['this build has another watchdog; `cmux watchdog upgrade` switches to it']],
  [
    'one on trial',
    { ...BOOK, next: { id: 'b', triesLeft: 1 } },
    'b',
    ['watchdog b is on probation, with 1 starts left'],
  ],
  [
    'one that failed',
    { ...BOOK, refused: 'b' },
    'b',
    ['the watchdog of this build (b) failed its probation; a runs again'],
  ],
])('[P5] the build carries %s', (_, book, build, lines) => {
  expect(describeGuards(book, build)).toEqual(lines)
})
