import { expect, test } from 'vitest'
import type { Decision } from '../../protocol/approvals/approval.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import { sayOutcome } from './say-outcome.ts'

const at = '2026-01-01T00:00:00.000Z' as Timestamp
const decision: Decision = { by: 'human:tok_1', at, reason: null, via: 'dashboard' }

test.each([
  ['waiting', null, null, ''],
  ['approved', decision, null, 'Approved by a person in the dashboard'],
  ['used', { ...decision, by: 'owner', via: 'cli' }, null, 'Approved by owner on the command line'],
  ['denied', { ...decision, reason: 'too risky' }, null, 'Denied by a person in the dashboard: too risky'],
  ['expired', null, { at, why: 'an hour went by' }, 'Expired: an hour went by'],
  ['withdrawn', null, { at, why: 'its agent ended' }, 'Withdrawn: its agent ended'],
] as const)('[U7] what became of one that is %s is said', (state, decided, ended, words) => {
  expect(sayOutcome({ state, decision: decided, ended })).toBe(words)
})
