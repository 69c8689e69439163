import { expect, test } from 'vitest'
import type { PlainKind } from './effect.ts'
import { judgePlain, type Surrounded } from './judge-plain.ts'

/** In the sandbox with a network of its own, in it with the host's, outside of it, and outside in a person's checkout. */
const SURROUNDED: Readonly<Record<'own' | 'shared' | 'bare' | 'guest', Surrounded>> = {
  own: { confined: true, network: 'own', inCheckout: false },
  shared: { confined: true, network: 'host', inCheckout: false },
  bare: { confined: false, network: 'own', inCheckout: false },
  guest: { confined: false, network: null, inCheckout: true },
}

const KINDS: readonly (readonly [PlainKind, judged: string, says: string, free: string])[] = [
  ['plain', 'allow low', 'changes nothing', ''],
  ['question', 'allow low', 'asks a person', ''],
  ['project code', 'allow low', 'runs the project’s own tools', ''],
  ['code', 'ask medium', 'runs code that the rules don’t read', 'own shared'],
  ['loopback', 'ask medium', 'reaches a server on loopback', 'own'],
  ['registry', 'ask medium', 'asks a package registry', 'own shared'],
  ['own work', 'allow low', 'changes commits and files of its branch', ''],
  ['discard', 'ask high', 'throws away uncommitted work', 'own shared bare'],
  ['network', 'ask medium', 'reaches the network', ''],
  ['install', 'ask medium', 'brings programs from outside', ''],
  ['push', 'ask medium', 'publishes work', ''],
  ['forced push', 'ask high', 'overwrites published work', ''],
  ['unknown', 'ask medium', 'can’t be known before it runs', ''],
  ['unknown program', 'ask medium', 'can’t be known before it runs', ''],
  ['environment', 'ask high', 'changes what commands mean', ''],
  ['secret', 'ask high', 'shows secrets', ''],
  ['signal', 'ask high', 'ends processes', ''],
  ['machine', 'ask high', 'changes the machine', ''],
  ['privilege', 'deny high', 'takes more rights than it was given', ''],
  ['terminals', 'deny high firm', 'reaches the terminals of other agents', ''],
  ['cmux', 'deny high firm', 'decides about agents, itself included', ''],
  ['foreign tool', 'ask medium', 'is a tool that cmux knows nothing of', ''],
]

test.each(KINDS)('[O2] %s: %s, it %s; freed by its surroundings: %s', (kind, judged, says, free) => {
  for (const [where, by] of Object.entries(SURROUNDED)) {
    const [verdict, risk, firm] = (free.split(' ').includes(where) ? 'allow low' : judged).split(' ')
    const expected = { verdict, risk, says, isFirm: firm === 'firm' }
    expect(judgePlain(kind, null, by)).toEqual(expected)
    expect(judgePlain(kind, 'as git says', by)).toEqual({ ...expected, says: `${says} (as git says)` })
  }
})
