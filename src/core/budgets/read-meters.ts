// A budget's meters: what was used of each kind and what may be, in the units of counting. Pure.
import { BUDGET_KINDS, type BudgetKind, type BudgetLimits } from '../../protocol/budgets/budget.ts'
import { tokensOf, type Counts } from './counts.ts'
import { UNITS } from './units.ts'

export interface Meter {
  readonly kind: BudgetKind
  readonly used: number
  /** Null: as much as it likes. */
  readonly bound: number | null
}

const READ: Readonly<Record<BudgetKind, (counts: Counts) => number>> = {
  turns: ({ turns }) => turns,
  tokens: tokensOf,
  usd: ({ nanoUsd }) => nanoUsd,
  wallSec: ({ wallMs }) => wallMs,
  tools: ({ tools }) => tools,
  restarts: ({ restarts }) => restarts,
}

export function readMeters(counts: Counts, limits: BudgetLimits): Meter[] {
  return BUDGET_KINDS.map((kind) => {
    const limit = limits[kind]
    const bound = typeof limit === 'number' ? Math.round(limit * UNITS[kind]) : null
    return { kind, used: READ[kind](counts), bound }
  })
}
