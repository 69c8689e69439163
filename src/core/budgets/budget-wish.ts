// A wish for more of a budget as the text that a person decides on: what is carried out is read from exactly that. Pure.
import { BudgetMore, BudgetPeriod, BudgetScope, type AskBudget } from '../../protocol/budgets/budget.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'

export type BudgetWish = Pick<AskBudget, 'scope' | 'per' | 'more'>

/** A line each; the amounts as limits are written: tokens, dollars, seconds. */
export function writeWish({ scope, per, more }: BudgetWish): string {
  const amounts = Object.entries(more).map(([kind, amount]) => `more ${kind}: ${amount}`)
  return [`budget: ${scope}`, `per: ${per}`, ...amounts].join('\n')
}

export function readWish(content: string): BudgetWish {
  const lines = content.split('\n').map((line) => line.split(': '))
  const valueOf = (name: string) => lines.find(([key]) => key === name)?.[1]
  const more = lines.flatMap(([key = '', amount]) =>
    key.startsWith('more ') ? [[key.slice('more '.length), Number(amount)]] : [],
  )
  const scope = BudgetScope.safeParse(valueOf('budget'))
  const per = BudgetPeriod.safeParse(valueOf('per'))
  const amounts = BudgetMore.safeParse(Object.fromEntries(more))
  if (!scope.success || !per.success || !amounts.success)
    throw new CmuxError('CONFLICT', 'what was asked for can’t be read', {
      hint: 'deny it, and set the budget yourself',
    })
  return { scope: scope.data, per: per.data, more: amounts.data }
}
