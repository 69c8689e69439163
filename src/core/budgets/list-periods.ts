// The periods that a moment belongs to: all of time, and its day in UTC.
import type { BudgetPeriod } from '../../protocol/budgets/budget.ts'
import { timestampFromMs, type Timestamp } from '../../protocol/timestamp.ts'
import type { PeriodKey } from './usage-ledger.ts'

const DAY_MS = 86_400_000

export function listPeriods(at: Timestamp): PeriodKey[] {
  return [periodKey('total', at), periodKey('day', at)]
}

export function periodKey(per: BudgetPeriod, at: Timestamp): PeriodKey {
  return per === 'total' ? 'total' : at.slice(0, 10)
}

export function describePeriod(
  per: BudgetPeriod,
  at: Timestamp,
): { from: Timestamp | null; to: Timestamp | null } {
  if (per === 'total') return { from: null, to: null }
  const beganMs = Date.parse(`${at.slice(0, 10)}T00:00:00.000Z`)
  return { from: timestampFromMs(beganMs), to: timestampFromMs(beganMs + DAY_MS) }
}
