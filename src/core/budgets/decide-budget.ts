// What one limit means for one agent at one moment: something to tell, something to do, or nothing. Pure.
import type { BudgetKind, BudgetMoment } from '../../protocol/budgets/budget.ts'

export interface BudgetCase {
  readonly kind: BudgetKind
  readonly used: number
  readonly bound: number
  readonly warnPercent: number
  readonly at: BudgetMoment
  /** What was told of this limit in this period, and how long ago. */
  readonly told: { readonly level: 'warned' | 'used-up'; readonly agoMs: number } | null
}

export interface AgentMoment {
  /** What it is about to do: a prompt begins a turn, a tool goes on with one. Null: it was only looked at. */
  readonly gate: 'prompt' | 'tool' | 'turn end' | null
  readonly isTurnOpen: boolean
  /** How long a budget has held it; null when none does. */
  readonly heldMs: number | null
  readonly graceMs: number
}

export interface BudgetDecision {
  readonly tell: 'warned' | 'used-up' | null
  readonly act: 'nothing' | 'pause' | 'stop'
}

/** The last one that is allowed is begun and may end: only one more would be too many. */
const WHOLE: ReadonlySet<BudgetKind> = new Set(['turns', 'tools', 'restarts'])

export function decideBudget(budget: BudgetCase, agent: AgentMoment): BudgetDecision {
  const { used, bound, warnPercent, told } = budget
  if (used >= bound)
    return { tell: told?.level === 'used-up' ? null : 'used-up', act: decideAct(budget, agent) }
  const isWarning = used * 100 >= bound * warnPercent
  return { tell: isWarning && !told ? 'warned' : null, act: 'nothing' }
}

function decideAct(budget: BudgetCase, agent: AgentMoment): BudgetDecision['act'] {
  const { gate, isTurnOpen, heldMs, graceMs } = agent
  if (heldMs !== null) return isTurnOpen && heldMs >= graceMs ? 'stop' : 'nothing'
  if (gate === 'prompt' || gate === 'turn end' || !isTurnOpen) return 'pause'
  if (budget.at === 'at-once' && cutsNow(budget, gate)) return 'pause'
  const isOverdue = budget.told?.level === 'used-up' && budget.told.agoMs >= graceMs
  return isOverdue ? 'pause' : 'nothing'
}

function cutsNow({ kind, used, bound }: BudgetCase, gate: AgentMoment['gate']): boolean {
  if (!WHOLE.has(kind)) return true
  return kind === 'tools' && (gate === 'tool' || used > bound)
}
