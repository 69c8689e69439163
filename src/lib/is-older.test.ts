import { expect, test } from 'vitest'
import { isOlder } from './is-older.ts'

test.each([
  ['0.9.0', '0.10.0', true],
  ['0.10.0', '0.9.0', false],
  ['1.2.3', '1.2.3', false],
  ['2.0.0', '1.99.99', false],
  ['1.2.2', '1.2.3', true],
])('%s against %s', (version, oldest, expected) => {
  expect(isOlder(version, oldest)).toBe(expected)
})
