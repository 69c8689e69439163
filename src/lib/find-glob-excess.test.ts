import { expect, test } from 'vitest'
import { findGlobExcess } from './find-glob-excess.ts'

test.each<[string, string | undefined]>([
  ['docs/**', undefined],
  ['**/src/**', undefined],
  ['**/*.{test,spec}.*', undefined],
  ['**/{main,index,server,app}.*', undefined],
  ['a*b*c*/a*b*c*', undefined],
  ['**/a/**/b/**', 'must have at most 2 **'],
  ['**/*a*a*a*z', 'must have at most 3 * in one name'],
  ['a/***b**', 'must have at most 3 * in one name'],
  ['+(a|aa)z', 'must have no group such as +(a|b)'],
  ['{a,a}{a,a}{a,a}{a,a}{a,a}', 'must have at most 4 choices {a,b}'],
])('[P8] the pattern %s: %s', (glob, expected) => expect(findGlobExcess(glob)).toBe(expected))
