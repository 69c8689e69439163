// What the budgets that an agent counts for ask for at this moment. Reads, and changes nothing.
import type { BudgetScope } from '../../protocol/budgets/budget.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { BudgetMark, BudgetRecord } from './budget-table.ts'
import type { BudgetRules } from './budget-rules.ts'
import { findCurrentTask } from './charge.ts'
import { decideBudget, type AgentMoment, type BudgetDecision } from './decide-budget.ts'
import { findBudgets, type StandingBudget } from './find-budgets.ts'
import { periodKey } from './list-periods.ts'
import { listScopes } from './list-scopes.ts'
import { readMeters } from './read-meters.ts'
import type { BudgetReader } from './remember-answers.ts'

export interface BudgetLook {
  readonly rules: BudgetRules
  readonly nowMs: number
  readonly gate: AgentMoment['gate']
  /** How long it was seen to be held by a budget; null when it is not. */
  readonly heldMs: number | null
}

export interface BudgetStep extends BudgetDecision {
  readonly budget: StandingBudget
  readonly mark: Omit<BudgetMark, 'level'>
  readonly used: number
  readonly isUsedUp: boolean
}

/** One step for each limit that has something to say, those that are used up included. */
export async function planBudgets(
  reader: BudgetReader,
  record: AgentRecord,
  look: BudgetLook,
): Promise<BudgetStep[]> {
  const records = await reader.budgets.all()
  const task = limitsTasks(look.rules, records) ? await findCurrentTask(reader, record.name) : null
  const scopes = listScopes({ agent: record.name, project: record.project, task })
  const budgets = scopes.flatMap((scope) => findBudgets(look.rules, records, scope))
  const steps: BudgetStep[] = []
  for (const budget of budgets) steps.push(...(await planBudget(reader, budget, record, look)))
  return steps
}

function limitsTasks(rules: BudgetRules, records: readonly BudgetRecord[]): boolean {
  return records.some(({ scope }) => scope.startsWith('task:')) || findBudgets(rules, [], ANY_TASK).length > 0
}

const ANY_TASK = 'task' as BudgetScope

/** Whether there is any limit at all: most have none, and are not looked at. */
export function hasBudgets(rules: BudgetRules, records: readonly BudgetRecord[]): boolean {
  const scopes = [...records.map(({ scope }) => scope), ...(Object.keys(rules.defaults) as BudgetScope[])]
  return scopes.some((scope) => findBudgets(rules, records, scope).length > 0)
}

async function planBudget(
  { budgets, usage }: BudgetReader,
  budget: StandingBudget,
  record: AgentRecord,
  { rules, nowMs, gate, heldMs }: BudgetLook,
): Promise<BudgetStep[]> {
  const at = timestampFromMs(nowMs)
  const { scope, per, warnPercent } = budget
  const period = periodKey(per, at)
  const counted = await usage.total(scope, period)
  const counts = { ...counted, wallMs: counted.wallMs + uncountedMs(record, nowMs) }
  const marks = (await budgets.marks(scope)).filter((mark) => mark.per === per && mark.period === period)
  const moment = { gate, heldMs, isTurnOpen: isTurnOpen(record), graceMs: rules.graceMs }
  return readMeters(counts, budget.limits).flatMap(({ kind, used, bound }): BudgetStep[] => {
    if (bound === null) return []
    const told = marks.find((mark) => mark.kind === kind && mark.bound === bound)
    const isUsedUp = used >= bound
    const decision = decideBudget(
      { kind, used, bound, warnPercent, at: budget.at, told: told ? withAge(told, nowMs) : null },
      moment,
    )
    if (decision.tell === null && !isUsedUp) return []
    return [{ ...decision, budget, used, isUsedUp, mark: { scope, per, kind, period, bound, at } }]
  })
}

const withAge = ({ level, at }: BudgetMark, nowMs: number) => ({ level, agoMs: nowMs - Date.parse(at) })

/** It works right now, and that is written down once a minute only. */
function uncountedMs({ status, clockedAt }: AgentRecord, nowMs: number): number {
  return status === 'working' && clockedAt !== null ? Math.max(0, nowMs - Date.parse(clockedAt)) : 0
}

function isTurnOpen({ status, turn }: AgentRecord): boolean {
  return status === 'working' || status === 'waiting' || (turn !== null && turn.turn !== 'idle')
}
