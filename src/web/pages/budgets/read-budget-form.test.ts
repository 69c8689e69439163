import { expect, test } from 'vitest'
import { BUDGET_KINDS } from '../../../protocol/budgets/budget.ts'
import { BUDGET_KIND_NAMES } from './budget-kind-names.ts'
import { readBudgetForm } from './read-budget-form.ts'

test('[O3] what was typed becomes limits and raises; what is empty changes nothing', () => {
  expect(readBudgetForm({ turns: ' ', tokens: '10,000', usd: '+5', wallSec: '2h', tools: 'none' })).toEqual({
    limits: { tokens: 10_000, wallSec: 7200, tools: null },
    more: { usd: 5 },
    faults: {},
  })
})

test('[O3] what is no amount is said at its field', () => {
  expect(readBudgetForm({ turns: 'many', tokens: '0' })).toEqual({
    limits: {},
    more: {},
    faults: {
      turns: expect.stringContaining('is no amount') as string,
      tokens: expect.stringContaining('must be above zero') as string,
    },
  })
})

test('[O3] the form has every kind that there is', () => {
  expect(BUDGET_KIND_NAMES).toEqual(BUDGET_KINDS)
})
