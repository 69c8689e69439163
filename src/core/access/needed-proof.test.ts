import { expect, test } from 'vitest'
import { neededProof, type Act } from './needed-proof.ts'

test.each<[string, Act, string | undefined]>([
  ['an agent as usual', { act: 'spawn', sandbox: true, workspace: undefined }, undefined],
  ['an agent in its own workspace', { act: 'spawn', sandbox: true, workspace: true }, undefined],
  ['an agent outside the sandbox', { act: 'spawn', sandbox: false, workspace: undefined }, 'sandbox'],
  ['an agent in the checkout', { act: 'spawn', sandbox: true, workspace: false }, 'sandbox'],
  ['an adoption', { act: 'adopt' }, 'sandbox'],
  ['an agent elsewhere', { act: 'register-elsewhere', command: [] }, undefined],
  ['an agent elsewhere with a command', { act: 'register-elsewhere', command: ['true'] }, 'sandbox'],
  ['a token', { act: 'create-token' }, 'tokens'],
  ['a yes to a low risk', { act: 'approve', risk: 'low' }, undefined],
  ['a yes to a medium risk', { act: 'approve', risk: 'medium' }, undefined],
  ['a yes to a high risk', { act: 'approve', risk: 'high' }, 'approval'],
  ['a rule kept for a low risk', { act: 'keep-rule', risk: 'low' }, undefined],
  ['a rule kept for a medium risk', { act: 'keep-rule', risk: 'medium' }, 'approval'],
  ['a rule kept for a high risk', { act: 'keep-rule', risk: 'high' }, 'approval'],
  ['a yes to a safe change', { act: 'let-change-go', tier: 'safe' }, undefined],
  ['a yes to a change that needs care', { act: 'let-change-go', tier: 'care' }, undefined],
  ['a yes to a change of what is forbidden', { act: 'let-change-go', tier: 'forbidden' }, 'approval'],
  ['trust in rules that an agent may have written', { act: 'trust-rules' }, 'approval'],
  ['a port of this machine', { act: 'open-port' }, 'network'],
])('[S6] %s', (_, act, kind) => {
  expect(neededProof(act)).toBe(kind)
})
