import { expect, test } from 'vitest'
import type { AuditVerification } from '../../protocol/audit.ts'
import { describeVerification } from './describe-verification.ts'

const WHOLE: AuditVerification = {
  checkedTo: 9,
  head: 9,
  hash: 'abc',
  complete: true,
  broken: null,
  loose: 0,
  anchors: 2,
}

test.each([
  ['whole', {}, 'ok', 'intact: 9 events, 2 anchors, hash abc'],
  ['whole, but nothing vouches for it', { anchors: 0 }, 'warn', 'intact: 9 events, 0 anchors, hash abc'],
  [
    'not followed to its end',
    { complete: false, checkedTo: 5 },
    'warn',
    'intact up to event 5 of 9; there was no time for the rest',
  ],
] as const)('[P10] doctor on a history that is %s', (_, change, state, detail) => {
  expect(describeVerification({ ...WHOLE, ...change })).toMatchObject({ what: 'history', state, detail })
})

test.each([
  ['missing', 4, 4, 'event 4 is missing'],
  ['missing', 4, 6, 'events 4 to 6 are missing'],
  ['changed', 4, 4, 'event 4 is altered'],
  ['unsealed', 4, 4, 'event 4 was written by another program than cmux'],
  ['unsealed', 4, 5, 'events 4 to 5 were written by another program than cmux'],
  ['rewritten', 4, 8, 'rewritten among events 4 to 8: the hash that is kept outside of the database differs'],
  ['cut', 8, 9, 'cut off: events 8 to 9 are missing at the end'],
] as const)('[P10] doctor on a history with events that are %s, %i to %i', (kind, first, last, words) => {
  const found = describeVerification({ ...WHOLE, broken: { kind, first, last } })
  expect(found).toMatchObject({ state: 'fail', detail: `the history was tampered with: ${words}` })
})
