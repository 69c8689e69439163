import { expect, test } from 'vitest'
import type { Leave } from '../../../protocol/changes/change.ts'
import { sayGrant } from './say-grant.ts'

const SUM = 'a'.repeat(64)

test.each<[by: string, via: Leave['via'], says: string]>([
  ['owner', 'execute', 'owner, at the start'],
  ['human:tok_1', 'approval', 'a person, in an approval'],
  ['agent:ben', 'review', 'ben, in a review'],
])('a leave of %s by %s is told as: %s', (by, via, says) => {
  expect(sayGrant({ by, via, sha256: SUM } as Leave, SUM)).toBe(says)
})

test('[I11] a leave for another sum is told as one that does not hold', () => {
  const leave = { by: 'agent:ben', via: 'review', sha256: 'b'.repeat(64) } as Leave
  expect(sayGrant(leave, SUM)).toBe('ben, in a review; for bbbbbbbbbbbb, not for the current content')
})
