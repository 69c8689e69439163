// Budgets as config.json says.
import type { BudgetRules } from '../core/budgets/budget-rules.ts'
import type { Config } from '../protocol/config.ts'

export function budgetRules({ budgets }: Config): BudgetRules {
  const { warnPercent, graceSec, quotaRestSec, agent, task, project, all } = budgets
  return {
    warnPercent,
    graceMs: graceSec * 1000,
    quotaRestMs: quotaRestSec * 1000,
    defaults: { agent: usual(agent), task: usual(task), project: usual(project), all: usual(all) },
  }
}

function usual({ per, at, ...limits }: Config['budgets']['agent']) {
  return { limits, per, at }
}
