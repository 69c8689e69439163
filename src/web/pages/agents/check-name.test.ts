import { expect, test } from 'vitest'
import { checkName } from './check-name.ts'

test.each([
  ['', undefined],
  ['anna-2', undefined],
  ['ben', 'there is an agent ben already'],
  ['Anna B', expect.stringContaining('for example anna-b')],
  ['<b>', expect.stringContaining('lower-case letters')],
])('[U2] the name %j: %j', (name, fault) => {
  expect(checkName(name, ['ben'])).toEqual(fault)
})
