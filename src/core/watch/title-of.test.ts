import { expect, test } from 'vitest'
import { titleOf } from './title-of.ts'

test.each([
  ['a plain line', 'ERROR no such table', 'ERROR no such table'],
  ['a structured one', '{"level":50,"time":"x","msg":"the backup failed"}', 'the backup failed'],
  [
    'one with an error',
    '{"level":50,"err":{"type":"Error","message":"no space \\"left\\""},"msg":"the backup failed"}',
    'the backup failed: no space \\"left\\"',
  ],
  ['one without words', '{"level":50}', '{"level":50}'],
  ['a long one', `ERROR ${'x'.repeat(300)}`, `ERROR ${'x'.repeat(154)}…`],
])('[W1] the title of %s', (_, line, title) => {
  expect(titleOf(line)).toBe(title)
})
