// Sets the budget of a scope and period. What it held goes on by itself: the agents' round looks whether there is room again.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { BudgetKind, BudgetLimits, BudgetScope, SetBudget } from '../../protocol/budgets/budget.ts'
import type { AgentName, ProjectName, TaskId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Clock } from '../clock.ts'
import type { StoreWriter } from '../store.ts'
import type { BudgetRecord } from './budget-table.ts'
import type { BudgetRules } from './budget-rules.ts'
import { findBudgets } from './find-budgets.ts'

interface Deps {
  readonly clock: Clock
  readonly budgets: BudgetRules
}

export async function setBudget(
  deps: Deps,
  writer: StoreWriter,
  request: SetBudget,
  actor: string,
): Promise<void> {
  const { before, ...planned } = await planSet(deps, writer, request)
  const setAt = timestampFromMs(deps.clock.nowMs())
  await writer.budgets.put({ ...planned, setBy: actor, setAt })
  const warnPercent = planned.warnPercent ?? deps.budgets.warnPercent
  await writer.events.append({ type: 'budget.set', actor, data: { ...planned, before, warnPercent } })
}

type Planned = Omit<BudgetRecord, 'setBy' | 'setAt'> & { readonly before: BudgetLimits }

/** What it would be then; refuses what can't be. */
export async function planSet(deps: Deps, writer: StoreWriter, request: SetBudget): Promise<Planned> {
  const { scope, per } = request
  await requireScope(writer, scope)
  const records = await writer.budgets.all()
  const known = findBudgets(deps.budgets, records, scope).find((budget) => budget.per === per)
  const own = records.find((record) => record.scope === scope && record.per === per)
  const before = known?.limits ?? {}
  const limits = { ...before, ...request.limits, ...raise(before, request) }
  const at = request.at ?? known?.at ?? 'turn-end'
  return { scope, per, limits, before, at, warnPercent: request.warnPercent ?? own?.warnPercent ?? null }
}

/** So much more than there is: what an agent asks for, and a person grants. */
function raise(before: BudgetLimits, { scope, more = {} }: SetBudget): BudgetLimits {
  return Object.fromEntries(
    Object.entries(more).map(([kind, amount]) => {
      const limit = before[kind as BudgetKind]
      if (typeof limit === 'number') return [kind, limit + (amount ?? 0)]
      throw new CmuxError('CONFLICT', `${scope} has no limit of ${kind} that could be raised`, {
        hint: 'see `cmux budget show`',
      })
    }),
  )
}

/** A slip of the pen would else be a budget that holds nobody. */
async function requireScope({ agents, projects, tasks }: StoreWriter, scope: BudgetScope): Promise<void> {
  const [kind, name = ''] = scope.split(':')
  const isThere = {
    all: async () => true,
    agent: async () => (await agents.byName(name as AgentName)) !== undefined,
    project: async () => (await projects.byName(name as ProjectName)) !== undefined,
    task: async () => (await tasks.byId(name as TaskId)) !== undefined,
  }[kind as 'all' | 'agent' | 'project' | 'task']
  if (!(await isThere())) throw new CmuxError('NOT_FOUND', `there is no ${kind} ${name}`)
}
