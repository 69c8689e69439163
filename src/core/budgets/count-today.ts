// What all agents together have used since midnight, UTC.
import type { BudgetScope } from '../../protocol/budgets/budget.ts'
import type { Status } from '../../protocol/machine/status.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'
import { periodKey } from './list-periods.ts'
import { toUsageSums } from './to-usage-sums.ts'

export async function countToday({
  store,
  clock,
}: {
  readonly store: Store
  readonly clock: Clock
}): Promise<Status['today']> {
  const period = periodKey('day', timestampFromMs(clock.nowMs()))
  const { turns, tokens, usd, unpricedTokens } = toUsageSums(
    await store.read.usage.total('all' as BudgetScope, period),
  )
  return { turns, tokens, usd, unpricedTokens }
}
