// How effects are judged that are about no path: a row a kind.
import type { PlainKind } from './effect.ts'
import type { Judgement } from './judgement.ts'

const ROWS: Readonly<Record<PlainKind, Judgement>> = {
  plain: { verdict: 'allow', risk: 'low', says: 'changes nothing', isFirm: false },
  question: { verdict: 'allow', risk: 'low', says: 'asks a person', isFirm: false },
  'project code': { verdict: 'allow', risk: 'low', says: 'runs the project’s own tools', isFirm: false },
  network: { verdict: 'ask', risk: 'medium', says: 'reaches the network', isFirm: false },
  install: { verdict: 'ask', risk: 'medium', says: 'brings programs from outside', isFirm: false },
  push: { verdict: 'ask', risk: 'medium', says: 'publishes work', isFirm: false },
  'forced push': { verdict: 'ask', risk: 'high', says: 'overwrites published work', isFirm: false },
  unknown: { verdict: 'ask', risk: 'medium', says: 'can’t be known before it runs', isFirm: false },
  environment: { verdict: 'ask', risk: 'high', says: 'changes what commands mean', isFirm: false },
  secret: { verdict: 'ask', risk: 'high', says: 'shows secrets', isFirm: false },
  signal: { verdict: 'ask', risk: 'high', says: 'ends processes', isFirm: false },
  machine: { verdict: 'ask', risk: 'high', says: 'changes the machine', isFirm: false },
  privilege: { verdict: 'deny', risk: 'high', says: 'takes more rights than it was given', isFirm: false },
  terminals: { verdict: 'deny', risk: 'high', says: 'reaches the terminals of other agents', isFirm: true },
  cmux: { verdict: 'deny', risk: 'high', says: 'decides about agents, itself included', isFirm: true },
  'foreign tool': {
    verdict: 'ask',
    risk: 'medium',
    says: 'is a tool that cmux knows nothing of',
    isFirm: false,
  },
}

export function judgePlain(kind: PlainKind, note: string | null): Judgement {
  const row = ROWS[kind]
  return note === null ? row : { ...row, says: `${row.says} (${note})` }
}
