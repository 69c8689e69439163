import { expect, test } from 'vitest'
import { RulePlan } from '../../protocol/approvals/kept-rule.ts'
import { judgeKeeping, type KeepingWish } from './judge-keeping.ts'

const PLAN = RulePlan.parse({ tool: 'Bash', agent: 'anna', project: 'shop', frees: [], refusal: null })
const HINT = 'nothing was decided; without --always an approval covers one action'

test.each<[string, Partial<RulePlan>, Partial<KeepingWish>, object | undefined]>([
  ['a person may, for the agent', {}, {}, undefined],
  ['a person may, for the project', {}, { scope: 'project' }, undefined],
  [
    'an agent may not',
    {},
    { by: 'agent:anna' },
    { code: 'FORBIDDEN', message: 'an agent can’t keep a rule', hint: 'ask a person: `cmux next` shows it' },
  ],
  [
    'nobody may what can’t be named',
    { refusal: 'it deletes' },
    {},
    { code: 'CONFLICT', message: 'no rule can be added: it deletes', hint: HINT },
  ],
  [
    'nobody may for a project that is none',
    { project: null },
    { scope: 'project' },
    { code: 'CONFLICT', message: 'no rule can be added: the agent is in no project', hint: HINT },
  ],
  ['an agent without a project can have one of its own', { project: null }, {}, undefined],
])('[L4] %s', (_, plan, wish, expected) => {
  expect(judgeKeeping({ ...PLAN, ...plan }, { scope: 'agent', by: 'owner', ...wish })).toEqual(expected)
})
