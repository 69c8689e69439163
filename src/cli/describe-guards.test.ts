import { expect, test } from 'vitest'
import { describeGuards } from './describe-guards.ts'

const BOOK = { proven: 'a', previous: null, next: null, refused: null }

test.each([
  ['the same one', BOOK, 'a', []],
  ['another one', BOOK, 'b', ['the watchdog of this build differs; `cmux watchdog upgrade` changes it']],
  [
    'one on trial',
    { ...BOOK, next: { id: 'b', triesLeft: 1 } },
    'b',
    ['the watchdog b is on trial, with 1 starts left'],
  ],
  [
    'one that failed',
    { ...BOOK, refused: 'b' },
    'b',
    ['the watchdog of this build (b) failed its trial; a is back'],
  ],
])('[P5] the build carries %s', (_, book, build, lines) => {
  expect(describeGuards(book, build)).toEqual(lines)
})
