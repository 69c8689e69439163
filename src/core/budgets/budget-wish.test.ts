import { expect, test } from 'vitest'
import type { BudgetScope } from '../../protocol/budgets/budget.ts'
import { readWish, writeWish } from './budget-wish.ts'

test.each([
  { scope: 'agent:anna', per: 'total', more: { tokens: 500_000 } },
  { scope: 'all', per: 'day', more: { usd: 2.5, turns: 3, wallSec: 0.5 } },
] as const)('[O3] what a person reads is what is carried out: %j', (wish) => {
  const asked = { ...wish, scope: wish.scope as BudgetScope }
  expect(readWish(writeWish(asked))).toEqual(asked)
})

test.each(['', 'budget: agent:anna\nper: never\nmore tokens: 1', 'budget: all\nper: day\nmore tokens: lots'])(
  '[O3] %j is no wish',
  (content) => {
    expect(() => readWish(content)).toThrow(/can’t be read/)
  },
)
