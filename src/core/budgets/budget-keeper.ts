// The part of the agents' round that is about budgets: looks at each agent, and acts where something is to be done.
import type { AgentId } from '../../protocol/ids.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import { tryToKeepState } from '../continuity/try-to-keep-state.ts'
import { BUDGET_ACTOR } from '../agents/budget-actor.ts'
import { holdToBudgets } from './hold-to-budgets.ts'
import { hasBudgets, planBudgets, type BudgetLook, type BudgetStep } from './plan-budgets.ts'
import { rememberAnswers } from './remember-answers.ts'

/** Resolves with whether it has changed anything. */
export type BudgetKeeper = (records: readonly AgentRecord[]) => Promise<boolean>

const isHeld = ({ paused }: AgentRecord) => paused?.by === BUDGET_ACTOR

type Deps = Pick<AgentDeps, 'store' | 'clock' | 'budgets' | 'continuity' | 'onError' | 'runtimes'>

export function makeBudgetKeeper(deps: Deps): BudgetKeeper {
  const { store, clock, budgets: rules } = deps
  /** Since when we see it held. What was written down before a restart says nothing: nobody was there to interrupt it. */
  const heldSince = new Map<AgentId, number>()
  const watchHeld = (record: AgentRecord): number | null => {
    const nowMs = clock.monotonicMs()
    if (!isHeld(record)) heldSince.delete(record.id)
    else if (!heldSince.has(record.id)) heldSince.set(record.id, nowMs)
    return isHeld(record) ? nowMs - (heldSince.get(record.id) ?? nowMs) : null
  }
  return async (records) => {
    const reader = rememberAnswers(store.read)
    if (!hasBudgets(rules, await reader.budgets.all()) && !records.some(isHeld)) return false
    let hasChanged = false
    for (const record of records) {
      const look: BudgetLook = { rules, nowMs: clock.nowMs(), gate: null, heldMs: watchHeld(record) }
      const steps = await planBudgets(reader, record, look)
      if (!hasWork(record, steps)) continue
      hasChanged = true
      if (endsIt(record, steps)) await tryToKeepState(deps, record, 'stop')
      await store.write(async (writer) => {
        const current = await writer.agents.byId(record.id)
        if (current) await holdToBudgets(deps, writer, current, look)
      })
    }
    return hasChanged
  }
}

function hasWork(record: AgentRecord, steps: readonly BudgetStep[]): boolean {
  if (isHeld(record) && !steps.some(({ isUsedUp }) => isUsedUp)) return true
  return steps.some(
    ({ tell, act }) =>
      tell !== null ||
      (act === 'pause' && record.paused === null) ||
      (act === 'stop' && record.desired === 'running'),
  )
}

const endsIt = ({ desired, startedAt }: AgentRecord, steps: readonly BudgetStep[]) =>
  desired === 'running' && startedAt !== null && steps.some(({ act }) => act === 'stop')
