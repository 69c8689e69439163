import { expect, test } from 'vitest'
import type { PlainKind } from './effect.ts'
import { judgePlain } from './judge-plain.ts'

const KINDS: readonly (readonly [PlainKind, judged: string, says: string])[] = [
  ['plain', 'allow low', 'changes nothing'],
  ['question', 'allow low', 'asks a person'],
  ['project code', 'allow low', 'runs the project’s own tools'],
  ['network', 'ask medium', 'reaches the network'],
  ['install', 'ask medium', 'brings programs from outside'],
  ['push', 'ask medium', 'publishes work'],
  ['forced push', 'ask high', 'overwrites published work'],
  ['unknown', 'ask medium', 'can’t be known before it runs'],
  ['environment', 'ask high', 'changes what commands mean'],
  ['secret', 'ask high', 'shows secrets'],
  ['signal', 'ask high', 'ends processes'],
  ['machine', 'ask high', 'changes the machine'],
  ['privilege', 'deny high', 'takes more rights than it was given'],
  ['terminals', 'deny high firm', 'reaches the terminals of other agents'],
  ['cmux', 'deny high firm', 'decides about agents, itself included'],
  ['foreign tool', 'ask medium', 'is a tool that cmux knows nothing of'],
]

test.each(KINDS)('[O2] %s: %s, it %s', (kind, judged, says) => {
  const [verdict, risk, firm] = judged.split(' ')
  const expected = { verdict, risk, says, isFirm: firm === 'firm' }
  expect(judgePlain(kind, null)).toEqual(expected)
  expect(judgePlain(kind, 'as git says')).toEqual({ ...expected, says: `${says} (as git says)` })
})
