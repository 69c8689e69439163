// What holds for budgets when nobody has set one: from config.json, all of it unlimited unless somebody says so.
import type { BudgetLimits, BudgetMoment, BudgetPeriod } from '../../protocol/budgets/budget.ts'

export interface BudgetRules {
  readonly warnPercent: number
  /** How long may go on what is used up, before a turn is interrupted and again before its program is ended. */
  readonly graceMs: number
  readonly quotaRestMs: number
  readonly defaults: Readonly<Record<'agent' | 'task' | 'project' | 'all', DefaultBudget>>
}

interface DefaultBudget {
  readonly limits: BudgetLimits
  readonly per: BudgetPeriod
  readonly at: BudgetMoment
}

const UNLIMITED: DefaultBudget = { limits: {}, per: 'total', at: 'turn-end' }

export const BUDGET_RULES: BudgetRules = {
  warnPercent: 80,
  graceMs: 60_000,
  quotaRestMs: 30 * 60_000,
  defaults: { agent: UNLIMITED, task: UNLIMITED, project: UNLIMITED, all: UNLIMITED },
}
