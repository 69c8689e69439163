import { expect, test } from 'vitest'
import { sayLeft } from './say-left.ts'

test.each([
  [-5000, 'expired'],
  [0, 'expired'],
  [400, '0:01 left'],
  [59_000, '0:59 left'],
  [61_000, '1:01 left'],
  [3_599_000, '59:59 left'],
  [3_600_000, '1 h 0 min left'],
  [47 * 3_600_000, '47 h 0 min left'],
  [49 * 3_600_000, '2 d left'],
])('[U7] %d ms: %s', (ms, words) => {
  expect(sayLeft(ms)).toBe(words)
})
