import { expect, test } from 'vitest'
import { findMentions, findOpenMention, takeMention } from './find-mentions.ts'

const NAMES = ['anna', 'ben', 'ben-2']

test.each([
  ['ask @ben about it', ['ben']],
  ['@ben-2, @ben and @ben again', ['ben-2', 'ben']],
  ['mail to x@ben or @@ben or a.@ben', []],
  ['@anna herself, @nobody, @Ben', []],
  ['(@ben)\n@ben-2', ['ben', 'ben-2']],
])('[U3] %j calls %j', (text, called) => {
  expect(findMentions(text, NAMES, 'anna')).toEqual(called)
})

test.each([
  ['ask @', 5, { from: 4, typed: '' }],
  ['ask @Be now', 7, { from: 4, typed: 'be' }],
  ['ask @be now', 11, undefined],
  ['x@be', 4, undefined],
])('[U3] in %j at %i the open mention is %j', (text, cursor, open) => {
  expect(findOpenMention(text, cursor)).toEqual(open)
})

test('[U3] a mention that is taken is followed by one space, and the rest stays', () => {
  expect(takeMention('ask @be now', 7, { from: 4, typed: 'be' }, 'ben')).toEqual({
    text: 'ask @ben now',
    cursor: 9,
  })
})
