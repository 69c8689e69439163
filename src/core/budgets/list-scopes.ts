// Whose budgets something counts for.
import type { BudgetScope } from '../../protocol/budgets/budget.ts'
import type { UsageEntry } from './usage-ledger.ts'

export function listScopes({
  agent,
  project,
  task,
}: Pick<UsageEntry, 'agent' | 'project' | 'task'>): BudgetScope[] {
  const scopes = [
    'all',
    ...(project === null ? [] : [`project:${project}`]),
    `agent:${agent}`,
    ...(task === null ? [] : [`task:${task}`]),
  ]
  return scopes as BudgetScope[]
}
