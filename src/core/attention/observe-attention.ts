// Reads what `decideAttention` needs: each question is answered by an index, so that it can be asked with every status.
import type { Attention } from '../../protocol/attention.ts'
import type { Budget } from '../../protocol/budgets/budget.ts'
import { BUDGET_ACTOR } from '../agents/budget-actor.ts'
import type { BudgetRules } from '../budgets/budget-rules.ts'
import { describeBudgets } from '../budgets/describe-budgets.ts'
import type { Clock } from '../clock.ts'
import { OWNER } from '../mail/sender.ts'
import type { Store, StoreReader } from '../store.ts'
import type { TaskRecord } from '../tasks/task-record.ts'
import type { AskingTask, AttentionFacts } from './attention-facts.ts'
import { decideAttention } from './decide-attention.ts'

/** More of a kind are not worth a look before these are done. */
const CALLS_MAX = 50
const TASKS_MAX = 200
const UNREAD_MAX = 500
const APPROVALS_MAX = 200
const ALERTS_MAX = 50

type Own = Pick<AttentionFacts, 'health' | 'trouble' | 'policyProblem' | 'sandbox'>

export async function observeAttention(
  { store, clock, budgets }: { readonly store: Store; readonly clock: Clock; readonly budgets: BudgetRules },
  own: Own,
): Promise<Attention> {
  const { agents, events, messages, notices, tasks, approvals } = store.read
  const asking = await tasks.asking(TASKS_MAX)
  const attention = decideAttention({
    ...own,
    nowMs: clock.nowMs(),
    agents: await agents.all(),
    calls: await events.within({
      after: 0,
      before: Number.MAX_SAFE_INTEGER,
      types: ['agent.needs_person'],
      limit: CALLS_MAX,
    }),
    tasks: await Promise.all(asking.map((task) => addQuestion(store.read, task))),
    approvals: await approvals.waiting(APPROVALS_MAX),
    budgets: await observeUsedUp({ store, clock, budgets }),
    unread: await messages.unreadOf(OWNER, UNREAD_MAX),
    channels: await notices.channels(),
    wantedPorts: (await store.read.ports.all()).filter(({ state }) => state === 'wanted'),
    waitingRules: await observeWaitingRules(store.read),
    wards: await store.read.wards.all(),
    alerts: await store.read.alerts.list({ state: 'open', limit: ALERTS_MAX }),
  })
  // It quotes messages, which only their receiver sees whole.
  return store.read.mask.deep(attention)
}

async function observeWaitingRules({
  projects,
  mains,
}: StoreReader): Promise<AttentionFacts['waitingRules']> {
  const found = await Promise.all(
    (await projects.list({ all: false })).map(async ({ id, name }) => {
      const doubt = (await mains.byProject(id))?.doubt
      return doubt ? [{ project: name, doubt }] : []
    }),
  )
  return found.flat()
}

/** Only what holds somebody: all of them are not looked at for nothing. */
async function observeUsedUp(deps: Parameters<typeof describeBudgets>[0]): Promise<Budget[]> {
  const agents = await deps.store.read.agents.all()
  if (!agents.some(({ paused }) => paused?.by === BUDGET_ACTOR)) return []
  return (await describeBudgets(deps)).filter(({ state }) => state === 'used-up')
}

async function addQuestion({ tasks }: StoreReader, task: TaskRecord): Promise<AskingTask> {
  const history = await tasks.history(task.id)
  const asked = history.findLast(({ state, note }) => state === task.state && note !== null)
  const begun = history.findLastIndex(({ state }) => state !== task.state)
  return { ...task, since: history[begun + 1]?.at ?? task.updatedAt, question: asked?.note ?? null }
}
