import { expect, test } from 'vitest'
import { setTrailers } from './set-trailers.ts'

const OURS = [
  ['Agent', 'anna'],
  ['Change', 'chg_1'],
] as const

test.each([
  ['a subject alone', 'a line\n', 'a line\n\nAgent: anna\nChange: chg_1\n'],
  ['a subject that looks like a trailer', 'fix: a line', 'fix: a line\n\nAgent: anna\nChange: chg_1\n'],
  ['a body', 'a line\n\nWhy: it\nhelps.\n', 'a line\n\nWhy: it\nhelps.\n\nAgent: anna\nChange: chg_1\n'],
  [
    'trailers of its author',
    'a line\n\nBody.\n\nSigned-off-by: Ben <b@example.com>\n',
    'a line\n\nBody.\n\nSigned-off-by: Ben <b@example.com>\nAgent: anna\nChange: chg_1\n',
  ],
  [
    'trailers of ours, or forged ones',
    'a line\n\nChange: chg_0\nagent: ben\nReviewed-by: Zoe\n',
    'a line\n\nReviewed-by: Zoe\nAgent: anna\nChange: chg_1\n',
  ],
])('[L5] %s keeps its words, and ends with our trailers', (_, message, expected) => {
  expect(setTrailers(message, OURS)).toBe(expected)
  expect(setTrailers(expected, OURS)).toBe(expected)
})

test('[L5] a message without a word is only trailers, and one without trailers stays as it is', () => {
  expect(setTrailers('\n', OURS)).toBe('Agent: anna\nChange: chg_1\n')
  expect(setTrailers('a line\n\nIts body.\n', [])).toBe('a line\n\nIts body.\n')
})
