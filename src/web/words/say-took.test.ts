import { expect, test } from 'vitest'
import { sayTook } from './say-took.ts'

test.each([
  [3, '3 ms'],
  [1500, '1.5 s'],
  [59_999, '60.0 s'],
  [119_900, '2 min 0 s'],
])('%d ms are said as %s', (ms, words) => {
  expect(sayTook(ms)).toBe(words)
})
