import { expect, test } from 'vitest'
import { queryOf } from './journal-wanted.ts'

test.each([
  ['nothing', {}, undefined, {}],
  [
    'everything',
    { day: '2026-01-31', kind: 'note', q: ' a b ' },
    'shop',
    { project: 'shop', day: '2026-01-31', kind: 'note', q: 'a b' },
  ],
  ['nonsense', { day: 'today', kind: 'gossip', q: '  ' }, undefined, {}],
  ['a day that is none', { day: '2026-99-99' }, undefined, {}],
])('[U5] what is asked of the journal for %s', (_what, wanted, project, query) => {
  expect(queryOf(wanted, project)).toEqual(query)
})
