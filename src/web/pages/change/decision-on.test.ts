import { expect, test } from 'vitest'
import type { Change } from '../../../protocol/changes/change.ts'
import { ApprovalId } from '../../../protocol/ids.ts'
import { decisionOn } from './decision-on.ts'

type Facts = Parameters<typeof decisionOn>[0]

const FACTS: Facts = { state: 'planned', needs: { kind: 'none', why: '' }, review: null }
const byAgent = { asked: 'ben', until: null, approval: null } as Change['review']
const byPerson = {
  ...byAgent,
  asked: null,
  approval: ApprovalId.parse(`apr_${'0'.repeat(26)}`),
} as Change['review']

test.each<[what: string, facts: Partial<Facts>, decision: ReturnType<typeof decisionOn>]>([
  ['planned and safe', {}, { kind: 'execute', isToBeRead: false }],
  ['planned, for a person', { needs: { kind: 'human', why: '' } }, { kind: 'execute', isToBeRead: true }],
  ['planned, for an agent', { needs: { kind: 'agent', why: '' } }, { kind: 'execute', isToBeRead: false }],
  ['looked at by an agent', { state: 'reviewing', review: byAgent }, { kind: 'review', isToBeRead: true }],
  ['in the queue of approvals', { state: 'reviewing', review: byPerson }, null],
  ['checked', { state: 'checking' }, null],
])('[I11] [I14] what a person can decide here about a change that is %s', (_, facts, decision) => {
  expect(decisionOn({ ...FACTS, ...facts })).toEqual(decision)
})
