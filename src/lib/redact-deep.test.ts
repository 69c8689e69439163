import { expect, test } from 'vitest'
import { redactDeep } from './redact-deep.ts'

const KEY = ['sk', '-ant-', 'A1b2C3d4E5f6G7h8I9j0'].join('')

test.each([
  ['a text', KEY, 'sk-[redacted]'],
  ['a text in a list in an object', { a: [{ b: `x ${KEY}` }] }, { a: [{ b: 'x sk-[redacted]' }] }],
  ['what a name says', { password: 'hunter2', user: 'ann' }, { password: '[redacted]', user: 'ann' }],
  ['a number under such a name', { api_key: 12345 }, { api_key: '[redacted]' }],
  ['a name that is one itself', { [KEY]: 1 }, { 'sk-[redacted]': 1 }],
  ['JSON in a text', { body: '{"token":"abc"}' }, { body: '{"token":"[redacted]"}' }],
  [
    'a text that ends in an escape',
    { command: 'curl "http://h/?token=abc"' },
    { command: 'curl "http://h/?token=[redacted]"' },
  ],
])('[P7] takes a secret out of %s', (_what, value, redacted) => {
  expect(redactDeep(value)).toEqual(redacted)
})

test('leaves everything else as it is, and ends what is nested without end', () => {
  const value = { tokens: 3, list: [1, null, true, 'text'], password: null }
  expect(redactDeep(value)).toEqual(value)
  let deep: unknown = KEY
  for (let depth = 0; depth < 1000; depth += 1) deep = [deep]
  expect(JSON.stringify(redactDeep(deep))).toContain('[nested too deep]')
})
