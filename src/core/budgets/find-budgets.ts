// The budgets that hold for a scope: those that a person has set, and the defaults where nobody did. Pure.
import { BUDGET_KINDS, type BudgetLimits, type BudgetScope } from '../../protocol/budgets/budget.ts'
import type { BudgetRecord } from './budget-table.ts'
import type { BudgetRules } from './budget-rules.ts'

export interface StandingBudget extends Omit<BudgetRecord, 'setBy' | 'setAt' | 'warnPercent'> {
  readonly warnPercent: number
  readonly source: 'set' | 'default'
  readonly setBy: string | null
  readonly setAt: BudgetRecord['setAt'] | null
}

export function findBudgets(
  rules: BudgetRules,
  records: readonly BudgetRecord[],
  scope: BudgetScope,
): StandingBudget[] {
  const own = records.filter((record) => record.scope === scope).map((record) => standing(rules, record))
  const kind = scope.split(':')[0] as keyof BudgetRules['defaults']
  const usual = rules.defaults[kind]
  if (!hasLimits(usual.limits) || own.some(({ per }) => per === usual.per)) return own
  const { warnPercent } = rules
  return [...own, { ...usual, scope, warnPercent, source: 'default', setBy: null, setAt: null }]
}

function standing(rules: BudgetRules, record: BudgetRecord): StandingBudget {
  return { ...record, warnPercent: record.warnPercent ?? rules.warnPercent, source: 'set' }
}

function hasLimits(limits: BudgetLimits): boolean {
  return BUDGET_KINDS.some((kind) => typeof limits[kind] === 'number')
}
