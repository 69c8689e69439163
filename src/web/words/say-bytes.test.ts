import { expect, test } from 'vitest'
import { sayBytes } from './say-bytes.ts'

test.each([
  [0, '0 bytes'],
  [2047, '2047 bytes'],
  [2048, '2 KiB'],
  [1024 * 1024, '1024 KiB'],
  [3 * 1024 ** 2, '3 MiB'],
  [5 * 1024 ** 3, '5 GiB'],
  [9 * 1024 ** 5, '9216 TiB'],
])('%d is said as %s', (bytes, words) => {
  expect(sayBytes(bytes)).toBe(words)
})
