// One look at all agents, and what follows from it.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { AgentId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import { isPlain } from '../agents/is-plain.ts'
import { makeBudgetKeeper } from '../budgets/budget-keeper.ts'
import { clockLongWork } from '../budgets/clock-work.ts'
import { keepQuota } from '../budgets/keep-quota.ts'
import type { CurrentTaskKeeper } from '../continuity/current-task-keeper.ts'
import type { Courier } from '../mail/delivery/courier.ts'
import { carryOutSpawns } from '../spawning/carry-out-spawns.ts'
import { makeAnswerForgetter } from './answer-forgetter.ts'
import { applyAction } from './apply-action.ts'
import { makeClockWatch } from './clock-watch.ts'
import { decideAgents, type AgentAction } from './decide-agents.ts'
import { keepStatuses } from './keep-statuses.ts'
import { listKeepers, type Keeper } from './list-keepers.ts'
import { sortSight, type SortedSight } from './observe-process.ts'
import { findSetBack, replan } from './replan.ts'
import type { ScreenWatch } from './screen-watch.ts'
import { makeUsageWatch } from './usage-watch.ts'

interface Parts {
  readonly screens: ScreenWatch
  readonly courier: Courier
  readonly currentTasks: CurrentTaskKeeper
}

export function makeRound(deps: AgentDeps, { screens, courier, currentTasks }: Parts): () => Promise<void> {
  let deadBefore: ReadonlySet<AgentId> = new Set()
  let strandedSince: ReadonlyMap<AgentId, number> = new Map()
  let vagueSince: ReadonlyMap<AgentId, number> = new Map()
  let breakerTold = false
  const clocks = makeClockWatch(deps.clock)
  let isFirst = true
  const keepers = listKeepers(deps)
  const watchUsage = makeUsageWatch(deps)
  const keepBudgets = makeBudgetKeeper(deps)
  const forgetAnswers = makeAnswerForgetter(deps)
  return async () => {
    const { store, terminals, processes, limits, clock } = deps
    await carryOutSpawns(deps).catch((error: unknown) =>
      deps.onError(error, 'starting an agent that was allowed'),
    )
    const partedMs = clocks.look() + (isFirst ? await findSetBack(store, clock) : 0)
    isFirst = false
    if (partedMs !== 0) {
      await replan(store, partedMs)
      screens.replan(partedMs)
      for (const keeper of keepers) keeper.replan?.(partedMs)
      strandedSince = new Map()
      vagueSince = new Map()
    }
    const records = await store.read.agents.all()
    if (records.length === 0) return
    const sight = await terminals.observe()
    const nowMs = clock.nowMs()
    const restarts = await store.read.agents.restartsSince(timestampFromMs(nowMs - limits.restartWindowMs))
    const view = {
      records,
      sight,
      restarts,
      eyes: processes,
      room: processes.room(),
      deadBefore,
      strandedSince,
      vagueSince,
      nowMs,
    }
    const { actions, dead, stranded, vague, breaker } = decideAgents(view, limits)
    deadBefore = dead
    strandedSince = stranded
    vagueSince = vague
    if (breaker && !breakerTold) await tellOfBreaker(deps, dead.size, records.length)
    breakerTold = breaker
    await act(deps, actions)
    // What we have just started was not there at the first look.
    const after = sortSight(actions.length > 0 ? await terminals.observe() : sight)
    await lookAtScreens(deps, screens, after, actions.length > 0 ? await store.read.agents.all() : records)
    const current = await keepStatuses(deps, screens, after)
    await watchUsage(current)
    await clockLongWork(deps, current)
    const isHeldAnew = [await keepBudgets(current), await keepQuota(deps, current)].includes(true)
    const seen = isHeldAnew ? await store.read.agents.all() : current
    await tendAgents(deps, { screens, keepers }, after, seen)
    currentTasks.tend()
    await courier.round(seen)
    await forgetAnswers()
  }
}

/** Each on its own: one agent's trouble is not another's. */
async function act(deps: AgentDeps, actions: readonly AgentAction[]): Promise<void> {
  await Promise.all(
    actions.map(async (action) => {
      try {
        await applyAction(deps, action)
      } catch (error) {
        deps.onError(error, `${action.do} of ${'record' in action ? action.record.name : action.pane.id}`)
      }
    }),
  )
}

async function tellOfBreaker({ store }: AgentDeps, dead: number, all: number): Promise<void> {
  await store.write(async ({ events }) => {
    await events.append({ type: 'agents.breaker', actor: 'system', data: { dead, all } })
  })
}

async function lookAtScreens(
  deps: AgentDeps,
  screens: ScreenWatch,
  sight: SortedSight,
  records: readonly AgentRecord[],
): Promise<void> {
  if (sight.kind === 'unknown') return
  const alive = records.flatMap((record) => {
    const pane = sight.paneOf(record)
    if (!pane || pane.end) return []
    const { readScreen: read, readTokens } = deps.runtimes[record.runtime]
    return [[pane.id, { read, readTokens, onlyPauses: isPlain(record) }] as const]
  })
  await screens.look(new Map(alive))
}

/** Each keeper on its own, so that one agent's trouble is not another's. */
async function tendAgents(
  deps: Pick<AgentDeps, 'onError'>,
  { screens, keepers }: { readonly screens: ScreenWatch; readonly keepers: readonly Keeper[] },
  sight: SortedSight,
  records: readonly AgentRecord[],
): Promise<void> {
  if (sight.kind === 'unknown') return
  for (const record of records) {
    const pane = sight.paneOf(record)
    if (record.paused) for (const { forget } of keepers) forget?.(record.id)
    if (!pane || pane.end || record.pane !== pane.id || record.ending) continue
    const facts = {
      record,
      pane,
      screen: screens.sightOf(pane.id),
      lastOutputMs: screens.lastOutputMs(pane.id),
    }
    try {
      for (const { concerns, tend } of keepers) if (concerns?.(record) ?? true) await tend(facts)
    } catch (error) {
      // A pane that ended in between is found at the next look.
      if (!(error instanceof CmuxError)) deps.onError(error, `caring for ${record.name}`)
    }
  }
}
