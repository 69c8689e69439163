import { expect, test } from 'vitest'
import { mergeLedger } from './merge-ledger.ts'

const text = (current: string, good: readonly string[], bad: readonly string[], more: object = {}) =>
  JSON.stringify({
    current,
    phase: 'good',
    triesLeft: 0,
    goodForMs: 9,
    good,
    bad,
    servedBefore: null,
    ...more,
  })
const ledger = (current: string, good: readonly string[], bad: readonly string[], more: object = {}) =>
  JSON.parse(text(current, good, bad, more)) as object

test.each([
  [
    'comes back as it was',
    text('b', ['a', 'b'], ['x']),
    text('c', ['c'], []),
    ['a', 'b', 'c'],
    ledger('b', ['a', 'b'], ['x']),
  ],
  [
    'knows what was found bad since',
    text('b', ['a', 'b'], []),
    text('c', [], ['a']),
    ['a', 'b', 'c'],
    ledger('b', ['b'], ['a']),
  ],
  [
    'forgets a mark of what has proved itself since',
    text('b', ['b'], ['a']),
    text('a', ['a', 'b'], []),
    ['a', 'b'],
    ledger('b', ['b'], []),
  ],
  [
    'names no release that is gone',
    text('b', ['a', 'b'], [], { servedBefore: 'a' }),
    text('c', [], []),
    ['b', 'c'],
    ledger('b', ['b'], []),
  ],
  [
    'leaves what runs now where its own is gone',
    text('b', ['a', 'b'], ['x']),
    text('c', ['c'], []),
    ['a', 'c'],
    ledger('c', ['a'], ['x']),
  ],
  [
    'does not trust what is bad by now',
    text('b', ['b'], []),
    text('c', ['c'], ['b']),
    ['b', 'c'],
    ledger('b', [], ['b'], { phase: 'trying', triesLeft: 1 }),
  ],
  ['that is damaged leaves the present one', '{"curr', text('c', ['c'], []), ['c'], ledger('c', ['c'], [])],
  ['is the only one', text('b', ['b'], []), undefined, ['b'], ledger('b', ['b'], [])],
])('[X5] [R4] the ledger of a backup %s', (_, then, now, installed, found) => {
  expect(JSON.parse(mergeLedger(then, now, installed) ?? '')).toEqual(found)
})

test.each([
  ['damaged, and there is no other', '{', undefined],
  ['of a release that is gone, and there is no other', text('b', ['b'], []), undefined],
  ['no document at all', '[]', 'null'],
])('[X5] a ledger that can not be used is none: %s', (_, then, now) => {
  expect(mergeLedger(then, now, ['a'])).toBeUndefined()
})
