// Carries out what the budgets of an agent ask for: tells of it once, pauses, ends, and lets it go on when there is room again.
import { describeMeter, describeScope } from '../../protocol/budgets/describe-meter.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentRecord, Pause } from '../agents/agent-record.ts'
import { hasTurn, liftPause, writePause } from '../turns/pause-agents.ts'
import type { StoreWriter } from '../store.ts'
import { BUDGET_ACTOR } from '../agents/budget-actor.ts'
import { planBudgets, type BudgetLook, type BudgetStep } from './plan-budgets.ts'
import { tellOfBudget } from './tell-of-budget.ts'
import { UNITS } from './units.ts'

type Deps = Pick<AgentDeps, 'clock' | 'runtimes'>

/** Resolves with the agent as it is then. */
export async function holdToBudgets(
  deps: Deps,
  writer: StoreWriter,
  record: AgentRecord,
  look: BudgetLook,
): Promise<AgentRecord> {
  const { nowMs, gate } = look
  const steps = await planBudgets(writer, record, look)
  for (const step of steps) if (step.tell !== null) await tellOfBudget(deps, writer, record, step, step.tell)
  const isHeld = record.paused?.by === BUDGET_ACTOR
  if (isHeld && !steps.some(({ isUsedUp }) => isUsedUp)) await liftPause(deps, writer, record, 'system')
  if (steps.some(({ act }) => act === 'stop')) await stop(deps, writer, record)
  const cause = steps.find(({ act }) => act === 'pause')
  if (cause && !record.paused) {
    const cutsTurn = gate === 'tool' || (gate === null && hasTurn(record))
    const pause: Pause = {
      since: timestampFromMs(nowMs),
      by: BUDGET_ACTOR,
      why: describeCause(cause),
      cutsTurn,
      // One that falls over again and again must not be begun once more.
      ...(steps.some(({ isUsedUp, mark }) => isUsedUp && mark.kind === 'restarts') && { holdsStarts: true }),
    }
    await writePause(writer, record, pause, 'system')
  }
  return (await writer.agents.byId(record.id)) ?? record
}

function describeCause({ budget, mark, used }: BudgetStep): string {
  const unit = UNITS[mark.kind]
  const amount = describeMeter(mark.kind, used / unit, mark.bound / unit)
  return `${describeScope(budget.scope)} is used up: ${amount}${budget.per === 'day' ? ' today' : ''}`
}

/** It was told to rest and goes on all the same. */
async function stop(deps: Deps, writer: StoreWriter, record: AgentRecord): Promise<void> {
  if (record.desired === 'stopped') return
  const askedAt = timestampFromMs(deps.clock.nowMs())
  const ending = record.startedAt === null ? null : ({ why: 'stop', fresh: false, askedAt } as const)
  await writer.agents.change(record.id, { desired: 'stopped', gaveUp: null, ending })
  const data = { agent: record.name, what: 'stop: it went on after its budget was used up' }
  await writer.events.append({ type: 'agent.asked', actor: 'system', data })
}
