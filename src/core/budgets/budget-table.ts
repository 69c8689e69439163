// Budgets as they are kept, and what was said of them.
import type {
  BudgetKind,
  BudgetLimits,
  BudgetMoment,
  BudgetPeriod,
  BudgetScope,
} from '../../protocol/budgets/budget.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { PeriodKey } from './usage-ledger.ts'

/** One that a person has set. */
export interface BudgetRecord {
  readonly scope: BudgetScope
  readonly per: BudgetPeriod
  readonly limits: BudgetLimits
  readonly at: BudgetMoment
  /** Null: as config.json says. */
  readonly warnPercent: number | null
  readonly setBy: string
  readonly setAt: Timestamp
}

/** That something was told, so that it is told once. With another limit it is another story. */
export interface BudgetMark {
  readonly scope: BudgetScope
  readonly per: BudgetPeriod
  readonly kind: BudgetKind
  readonly period: PeriodKey
  readonly level: 'warned' | 'used-up'
  /** In the units of counting. */
  readonly bound: number
  readonly at: Timestamp
}

export interface BudgetTableReader {
  all(): Promise<BudgetRecord[]>
  marks(scope: BudgetScope): Promise<BudgetMark[]>
}

export interface BudgetTableWriter extends BudgetTableReader {
  put(record: BudgetRecord): Promise<void>
  /** Takes the place of what was told of the same kind in the same period. */
  mark(mark: BudgetMark): Promise<void>
  /** With all that was told of it. */
  remove(scope: BudgetScope): Promise<void>
}
