import { expect, test } from 'vitest'
import { checkName } from './check-name.ts'

test.each([
  ['', undefined],
  ['anna-2', undefined],
  ['ben', 'an agent named ben exists already'],
  ['Anna B', expect.stringContaining('for example anna-b')],
  ['<b>', expect.stringContaining('lower-case letters')],
])('[U2] the name %j: %j', (name, fault) => {
  expect(checkName(name, ['ben'])).toEqual(fault)
})
