import { expect, test } from 'vitest'
import { decideBudget, type AgentMoment, type BudgetCase } from './decide-budget.ts'

const BUDGET: BudgetCase = {
  kind: 'tokens',
  used: 0,
  bound: 1000,
  warnPercent: 80,
  at: 'turn-end',
  told: null,
}
const WORKING: AgentMoment = { gate: null, isTurnOpen: true, heldMs: null, graceMs: 60_000 }
const IDLE: AgentMoment = { ...WORKING, isTurnOpen: false }
const warned = { level: 'warned', agoMs: 5000 } as const
const usedUp = { level: 'used-up', agoMs: 5000 } as const

const CASES: readonly [what: string, Partial<BudgetCase>, Partial<AgentMoment>, decision: string][] = [
  ['nothing used', {}, WORKING, 'null nothing'],
  ['just below the warning', { used: 799 }, WORKING, 'null nothing'],
  ['at the warning', { used: 800 }, WORKING, 'warned nothing'],
  ['warned before', { used: 999, told: warned }, WORKING, 'null nothing'],
  ['another line for the warning', { used: 500, warnPercent: 50 }, IDLE, 'warned nothing'],
  ['used up in a turn', { used: 1000 }, WORKING, 'used-up nothing'],
  ['used up, after a warning', { used: 1000, told: warned }, WORKING, 'used-up nothing'],
  ['used up, and told', { used: 1200, told: usedUp }, WORKING, 'null nothing'],
  [
    'used up before the next tool',
    { used: 1000, told: usedUp },
    { ...WORKING, gate: 'tool' },
    'null nothing',
  ],
  ['used up at the end of the turn', { used: 1000 }, { ...WORKING, gate: 'turn end' }, 'used-up pause'],
  ['used up before a prompt', { used: 1000, told: usedUp }, { ...IDLE, gate: 'prompt' }, 'null pause'],
  [
    'used up before a prompt, after a turn whose end nobody told',
    { used: 1000, told: usedUp },
    { ...WORKING, gate: 'prompt' },
    'null pause',
  ],
  ['used up while it is idle', { used: 1000, told: usedUp }, IDLE, 'null pause'],
  ['a turn that goes on for long', { used: 1000, told: { ...usedUp, agoMs: 60_000 } }, WORKING, 'null pause'],
  [
    'a turn that goes on, after a warning long ago',
    { used: 1000, told: { ...warned, agoMs: 60_000 } },
    WORKING,
    'used-up nothing',
  ],
  [
    'a turn that goes on, not yet for long',
    { used: 1000, told: { ...usedUp, agoMs: 59_999 } },
    WORKING,
    'null nothing',
  ],
  ['told as used up, and below again', { used: 900, told: usedUp }, WORKING, 'null nothing'],
  [
    'at once: the last turn may begin its tools',
    { kind: 'turns', used: 1001, at: 'at-once' },
    { ...WORKING, gate: 'tool' },
    'used-up nothing',
  ],
  [
    'at once: more tools than there were to be',
    { kind: 'tools', used: 1001, at: 'at-once' },
    WORKING,
    'used-up pause',
  ],
  [
    'one more tool, at the end of its turn',
    { kind: 'tools', used: 1001 },
    { ...WORKING, gate: 'tool' },
    'used-up nothing',
  ],
  ['at once, before a tool', { used: 1000, at: 'at-once' }, { ...WORKING, gate: 'tool' }, 'used-up pause'],
  ['at once', { used: 1000, at: 'at-once' }, WORKING, 'used-up pause'],
  [
    'at once: the last turn may end',
    { kind: 'turns', used: 1000, at: 'at-once' },
    WORKING,
    'used-up nothing',
  ],
  [
    'at once: the last tool may end',
    { kind: 'tools', used: 1000, at: 'at-once' },
    WORKING,
    'used-up nothing',
  ],
  [
    'at once: one more tool',
    { kind: 'tools', used: 1000, at: 'at-once', told: usedUp },
    { ...WORKING, gate: 'tool' },
    'null pause',
  ],
  [
    'at once: restarts end no turn',
    { kind: 'restarts', used: 1000, at: 'at-once', told: usedUp },
    WORKING,
    'null nothing',
  ],
  ['held, and it rests', { used: 1000, told: usedUp }, { ...IDLE, heldMs: 900_000 }, 'null nothing'],
  ['held, and it still works', { used: 1000, told: usedUp }, { ...WORKING, heldMs: 59_999 }, 'null nothing'],
  [
    'held, and it goes on all the same',
    { used: 1000, told: usedUp },
    { ...WORKING, heldMs: 60_000 },
    'null stop',
  ],
  ['held, and there is room again', { used: 900, told: usedUp }, { ...IDLE, heldMs: 1000 }, 'null nothing'],
]

test.each(CASES)('[O3] %s', (_, budget, agent, decision) => {
  const { tell, act } = decideBudget({ ...BUDGET, ...budget }, { ...WORKING, ...agent })
  expect(`${tell} ${act}`).toBe(decision)
})
