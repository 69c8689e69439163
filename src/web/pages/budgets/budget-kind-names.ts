// Every kind of limit, in the order of the form; here once more, since the schemas would bring zod into the page.
import type { BudgetKind } from '../../../protocol/budgets/budget.ts'

export const BUDGET_KIND_NAMES: readonly BudgetKind[] = [
  'turns',
  'tokens',
  'usd',
  'wallSec',
  'tools',
  'restarts',
]
