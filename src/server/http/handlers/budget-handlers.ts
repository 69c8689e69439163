// Budgets over HTTP, and what was used of them.
import { findVisibility, isVisible, type Visibility } from '../../../core/access/find-visibility.ts'
import { describeApproval } from '../../../core/approvals/describe-approval.ts'
import { askBudget } from '../../../core/approvals/ask-budget.ts'
import { checkUsage } from '../../../core/agent-loop/check-usage.ts'
import { describeBudgets } from '../../../core/budgets/describe-budgets.ts'
import { decideSpan, reportUsage } from '../../../core/budgets/report-usage.ts'
import { setBudget } from '../../../core/budgets/set-budget.ts'
import { isTaskInSight } from '../../../core/tasks/require-task.ts'
import type { StoreReader } from '../../../core/store.ts'
import type { BudgetScope } from '../../../protocol/budgets/budget.ts'
import type { AgentName, TaskId } from '../../../protocol/ids.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../register-routes.ts'

type Deps = Pick<Context, 'agents' | 'clock' | 'config' | 'store'>

type Keys =
  | 'GET /api/budgets'
  | 'PUT /api/budgets'
  | 'POST /api/budgets/requests'
  | 'GET /api/usage'
  | 'GET /api/usage/check'

export function makeBudgetHandlers({ store, clock, config, agents: room }: Deps): Handlers<Keys> {
  const { deps, wake } = room
  return {
    'GET /api/budgets': async ({ query }, { principal }) => {
      const visibility = await findVisibility(store.read, principal)
      const items = await describeBudgets(deps, query.scope)
      const isSeen = await Promise.all(
        items.map(({ scope }) => isScopeInSight(store.read, visibility, scope)),
      )
      return { items: items.filter((_, index) => isSeen[index]), next: null }
    },

    'PUT /api/budgets': async ({ body }, { principal }) => {
      await store.write((writer) => setBudget(deps, writer, body, principal.actor))
      wake()
      const found = (await describeBudgets(deps, body.scope)).find(({ per }) => per === body.per)
      if (!found) throw new CmuxError('INTERNAL', `the budget of ${body.scope} is not there`)
      return found
    },

    'POST /api/budgets/requests': async ({ body }, { principal: by }) => {
      const waitMs = config.approvals.requestSec * 1000
      return describeApproval(await store.write((writer) => askBudget(deps, writer, body, { by, waitMs })))
    },

    'GET /api/usage': async ({ query }) => {
      const { stepMs, ...span } = decideSpan(query, clock.nowMs())
      const rows = await store.read.usage.hours({ ...query, ...span })
      const { date, source, trouble } = deps.prices
      return { by: query.by, ...span, ...reportUsage(rows, { stepMs }), prices: { date, source, trouble } }
    },

    'GET /api/usage/check': () => checkUsage(deps),
  }
}

async function isScopeInSight(
  { agents, tasks }: StoreReader,
  visibility: Visibility,
  scope: BudgetScope,
): Promise<boolean> {
  if (visibility === 'all' || scope === 'all') return true
  const [kind, name = ''] = scope.split(/:(.*)/s)
  if (kind === 'project') return name === visibility.project
  if (kind === 'agent')
    return isVisible(visibility, (await agents.byName(name as AgentName))?.project ?? null)
  const task = await tasks.byId(name as TaskId)
  return task !== undefined && isTaskInSight(visibility, task)
}
