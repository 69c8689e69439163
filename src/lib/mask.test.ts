import { expect, test } from 'vitest'
import { makeMask } from './mask.ts'

test('[S10] a value that is known to be a secret is masked without any form', () => {
  const known: string[] = []
  const mask = makeMask(() => known)
  expect(mask.text('it is correct horse battery')).toBe('it is correct horse battery')
  known.push('correct horse battery', 'with "quotes" in it', 'short')
  expect(mask.text('it is correct horse battery, short')).toBe('it is [redacted], short')
  expect(mask.text(JSON.stringify({ a: 'with "quotes" in it' }))).toBe('{"a":"[redacted]"}')
  expect(mask.deep({ a: ['x correct horse battery'], password: 'p', n: 1 })).toEqual({
    a: ['x [redacted]'],
    password: '[redacted]',
    n: 1,
  })
})
