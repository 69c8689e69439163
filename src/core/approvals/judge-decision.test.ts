import { expect, test } from 'vitest'
import type { ApprovalId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { judgeDecision, type DecisionWish } from './judge-decision.ts'

const NOW_MS = Date.UTC(2026, 0, 20, 12)
const at = (inMs: number) => timestampFromMs(NOW_MS + inMs)

type Facts = Parameters<typeof judgeDecision>[0]

const WAITING: Facts = {
  id: 'apr_1' as ApprovalId,
  state: 'waiting',
  requester: 'agent:anna',
  sha256: 'aaa',
  expiresAt: at(1),
  decision: null,
  ended: null,
}
const DECIDED = { by: 'eve', at: at(-1000), reason: null, via: 'http' } as const
const YES: DecisionWish = { verdict: 'approved', by: 'owner', sha256: 'aaa' }

const LOOK_AGAIN = 'look at it again with `cmux approvals show`, and decide on what it says then'
const ASK_AGAIN = 'if it is still wanted, it will be asked for again'
const OTHER = {
  code: 'CONFLICT',
  message: 'what was shown is not what apr_1 asks for',
  hint: LOOK_AGAIN,
}
const AGENT = {
  code: 'FORBIDDEN',
  message: 'an agent can’t decide a request',
  hint: 'ask a person: `cmux next` shows it',
}
const twice = (verdict: string) => ({
  code: 'CONFLICT',
  message: `apr_1 was ${verdict} by eve at ${at(-1000)} already`,
  hint: 'nothing was changed; look at it with `cmux approvals show`',
})

test.each<[string, Partial<Facts>, Partial<DecisionWish>, object | undefined]>([
  ['a yes to what was shown', {}, {}, undefined],
  ['a no to what was shown', {}, { verdict: 'denied' }, undefined],
  ['a no to whatever it is', {}, { verdict: 'denied', sha256: null }, undefined],
  ['a yes to whatever it is', {}, { sha256: null }, OTHER],
  ['a yes to something else', {}, { sha256: 'bbb' }, OTHER],
  ['a no to something else', {}, { verdict: 'denied', sha256: 'bbb' }, OTHER],
  ['another agent', {}, { by: 'agent:bob' }, AGENT],
  ['the agent itself', {}, { by: 'agent:anna' }, AGENT],
  ['a person whose name holds the word', {}, { by: 'my agent:' }, undefined],
  [
    'the person who asked',
    { requester: 'owner' },
    {},
    { code: 'FORBIDDEN', message: 'owner asked for it, and can’t decide it', hint: 'somebody else has to' },
  ],
  ['what was approved', { state: 'approved', decision: DECIDED }, {}, twice('approved')],
  ['what was used', { state: 'used', decision: DECIDED }, {}, twice('approved')],
  ['what was denied', { state: 'denied', decision: DECIDED }, {}, twice('denied')],
  [
    'what was withdrawn',
    { state: 'withdrawn', ended: { at: at(-1), why: 'its turn is over' } },
    {},
    { code: 'CONFLICT', message: 'apr_1 is withdrawn: its turn is over', hint: ASK_AGAIN },
  ],
  [
    'what expires at this moment',
    { expiresAt: at(0) },
    {},
    { code: 'CONFLICT', message: `apr_1 expired at ${at(0)}`, hint: ASK_AGAIN },
  ],
])('[P7] %s', (_, facts, wish, refusal) => {
  expect(judgeDecision({ ...WAITING, ...facts }, { ...YES, ...wish }, NOW_MS)).toEqual(refusal)
})
