import { expect, test } from 'vitest'
import { layoutBytes, layoutDuration, layoutTable } from './layout.ts'

test.each([
  [0, '0 s'],
  [59.9, '59 s'],
  [60, '1 min'],
  [3 * 3600 + 59, '3 h'],
  [86_400 * 12, '12 d'],
])('%s seconds are %s', (seconds, text) => {
  expect(layoutDuration(seconds)).toBe(text)
})

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KiB'],
  [5.5 * 1024 ** 2, '5.5 MiB'],
  [3 * 1024 ** 4, '3072.0 GiB'],
])('%s bytes are %s', (bytes, text) => {
  expect(layoutBytes(bytes)).toBe(text)
})

test('[security] a table is aligned, and escapes in its cells are shown, not obeyed', () => {
  expect(
    layoutTable([
      ['ID', 'NAME'],
      ['long-id', '\u001b[31mred'],
    ]),
  ).toBe('ID       NAME\nlong-id  \\u001b[31mred')
})
