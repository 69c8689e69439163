// The part of the agents' round that is about budgets: looks at each agent, and acts where something is to be done.
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import { BUDGET_ACTOR } from './budget-actor.ts'
import { holdToBudgets } from './hold-to-budgets.ts'
import { hasBudgets, planBudgets } from './plan-budgets.ts'

const isHeld = ({ paused }: AgentRecord) => paused?.by === BUDGET_ACTOR

export async function keepBudgets(
  deps: Pick<AgentDeps, 'store' | 'clock' | 'budgets'>,
  records: readonly AgentRecord[],
): Promise<void> {
  const { store, clock, budgets: rules } = deps
  if (!hasBudgets(rules, await store.read.budgets.all()) && !records.some(isHeld)) return
  const look = { rules, nowMs: clock.nowMs(), gate: null }
  for (const record of records) {
    const steps = await planBudgets(store.read, record, look)
    const mayGoOn = isHeld(record) && !steps.some(({ isUsedUp }) => isUsedUp)
    const hasWork = steps.some(({ tell, act }) => tell !== null || (act !== 'nothing' && canAct(record, act)))
    if (!mayGoOn && !hasWork) continue
    await store.write(async (writer) => {
      const current = await writer.agents.byId(record.id)
      if (current) await holdToBudgets(deps, writer, current, null)
    })
  }
}

function canAct({ paused, desired }: AgentRecord, act: 'pause' | 'stop'): boolean {
  return act === 'pause' ? paused === null : desired === 'running'
}
