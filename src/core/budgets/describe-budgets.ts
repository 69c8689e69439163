// Budgets as the outside sees them: for everybody together, each project, each agent, and each task that has one.
import type {
  Budget,
  BudgetMeter,
  BudgetPeriod,
  BudgetScope,
  MeterState,
} from '../../protocol/budgets/budget.ts'
import { timestampFromMs, type Timestamp } from '../../protocol/timestamp.ts'
import { describeScope } from '../../protocol/budgets/describe-meter.ts'
import type { TaskId } from '../../protocol/ids.ts'
import { isOpen } from '../../protocol/tasks/task.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { Clock } from '../clock.ts'
import type { Store, StoreReader } from '../store.ts'
import { BUDGET_ACTOR } from '../agents/budget-actor.ts'
import type { BudgetRules } from './budget-rules.ts'
import { findBudgets, type StandingBudget } from './find-budgets.ts'
import { describePeriod, periodKey } from './list-periods.ts'
import { readMeters, type Meter } from './read-meters.ts'
import { UNITS } from './units.ts'

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly budgets: BudgetRules
}

export async function describeBudgets(deps: Deps, only?: BudgetScope): Promise<Budget[]> {
  const { read } = deps.store
  const agents = await read.agents.all()
  const projects = await read.projects.list({ all: false })
  const records = await read.budgets.all()
  const known = [
    'all',
    ...projects.map(({ name }) => `project:${name}`),
    ...agents.map(({ name }) => `agent:${name}`),
    ...(await Promise.all(records.map(({ scope }) => listIfOpen(read, scope)))).flat(),
  ] as BudgetScope[]
  const scopes = only === undefined ? new Set(known) : new Set([only])
  const found = [...scopes].flatMap((scope) =>
    standingOf(deps.budgets, findBudgets(deps.budgets, records, scope), scope),
  )
  return Promise.all(found.map((budget) => describeBudget(deps, budget, agents)))
}

/** Tasks that are over are many, and nobody needs their budgets any more. */
async function listIfOpen({ tasks }: StoreReader, scope: BudgetScope): Promise<BudgetScope[]> {
  if (!scope.startsWith('task:')) return [scope]
  const task = await tasks.byId(scope.slice('task:'.length) as TaskId)
  return task && isOpen(task) ? [scope] : []
}

type Shown = Omit<StandingBudget, 'source'> & Pick<Budget, 'source'>

/** One that only counts, where nothing is limited. */
function standingOf(
  { warnPercent }: BudgetRules,
  found: readonly StandingBudget[],
  scope: BudgetScope,
): Shown[] {
  if (found.length > 0) return [...found]
  const per: BudgetPeriod = 'total'
  return [{ scope, per, at: 'turn-end', warnPercent, limits: {}, source: 'none', setBy: null, setAt: null }]
}

async function describeBudget(
  { store, clock }: Deps,
  budget: Shown,
  agents: readonly AgentRecord[],
): Promise<Budget> {
  const { scope, per, at, warnPercent, source, setBy, setAt } = budget
  const now: Timestamp = timestampFromMs(clock.nowMs())
  const counts = await store.read.usage.total(scope, periodKey(per, now))
  const meters = readMeters(counts, budget.limits).map((meter) => describe(meter, warnPercent))
  const cause = `${describeScope(scope)} is used up`
  const holds = agents.filter(
    ({ paused }) => paused?.by === BUDGET_ACTOR && paused.why?.startsWith(`${cause}:`),
  )
  return {
    scope,
    per,
    period: describePeriod(per, now),
    at,
    warnPercent,
    source,
    setBy,
    setAt,
    state: worstOf(meters),
    meters,
    unpricedTokens: counts.unpriced,
    holds: holds.map(({ name }) => name),
  }
}

function describe({ kind, used, bound }: Meter, warnPercent: number): BudgetMeter {
  const shown = { kind, used: used / UNITS[kind] }
  if (bound === null) return { ...shown, limit: null, percent: null, state: 'unlimited' }
  const state = used >= bound ? 'used-up' : used * 100 >= bound * warnPercent ? 'warned' : 'well'
  return { ...shown, limit: bound / UNITS[kind], percent: Math.floor((used * 100) / bound), state }
}

const ORDER: readonly MeterState[] = ['unlimited', 'well', 'warned', 'used-up']

function worstOf(meters: readonly BudgetMeter[]): MeterState {
  return ORDER[Math.max(...meters.map(({ state }) => ORDER.indexOf(state)))] ?? 'unlimited'
}
