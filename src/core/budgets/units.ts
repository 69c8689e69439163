// In how many parts each kind of budget is counted: limits are compared as whole numbers.
import type { BudgetKind } from '../../protocol/budgets/budget.ts'

export const UNITS: Readonly<Record<BudgetKind, number>> = {
  turns: 1,
  tokens: 1,
  usd: 1_000_000_000,
  wallSec: 1000,
  tools: 1,
  restarts: 1,
}
