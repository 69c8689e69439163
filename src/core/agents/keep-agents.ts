// The agents' reconciler: looks, decides, acts, and says what each one does. On a tick that makes it certain, and when
// something happened, which makes it fast.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { AgentId, AgentName } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { clockLongWork, clockWork } from '../budgets/clock-work.ts'
import { makeBudgetKeeper } from '../budgets/budget-keeper.ts'
import { keepQuota } from '../budgets/keep-quota.ts'
import { makeCurrentTaskKeeper, type CurrentTaskKeeper } from '../continuity/current-task-keeper.ts'
import { takeUpCutTurn } from '../continuity/take-up-cut-turn.ts'
import { askLate, isLate } from '../continuity/ask-to-save.ts'
import { tendCompaction } from '../continuity/tend-compaction.ts'
import { makeCourier, type Courier } from '../mail/courier.ts'
import { watchDialog } from '../approvals/watch-dialog.ts'
import { judgeElsewhere } from '../elsewhere/judge-elsewhere.ts'
import type { AgentDeps } from './agent-deps.ts'
import type { AgentRecord } from './agent-record.ts'
import type { AgentSight } from './agent-sight.ts'
import { makeAnswerForgetter } from './answer-forgetter.ts'
import { applyAction } from './apply-action.ts'
import { carryOutSpawns } from './carry-out-spawns.ts'
import { makeClockWatch } from './clock-watch.ts'
import { decideAgents, type AgentAction } from './decide-agents.ts'
import { makeFolderTrust } from './folder-trust.ts'
import { makeInterruptKeeper, type InterruptKeeper } from './interrupt-keeper.ts'
import { judgeAgent, type Judgement } from './judge-agent.ts'
import { observeProcess, sortSight, type SortedSight } from './observe-process.ts'
import { makePauseKeeper, type PauseKeeper } from './pause-keeper.ts'
import { findSetBack, replan } from './replan.ts'
import { makeScreenWatch, type ScreenWatch } from './screen-watch.ts'
import { makeUsageWatch } from './usage-watch.ts'
import { makeSupervision, type Supervision } from './supervision.ts'

const TICK_MS = 1000
/** However much happens: a look costs a question to tmux. */
const LOOKS_APART_MS = 100

export interface AgentKeeper {
  /** A message came for this agent. */
  mailFor(agent: AgentId): void
  /** Something happened: look soon. */
  wake(): void
  /** Resolves when a look that began after this call is over. */
  settled(): Promise<void>
  /** The end of a move of its workspace; undefined when none is under way. */
  moveOf(agent: AgentName): Promise<void> | undefined
  /** Resolves when nothing of it is under way any more. */
  stop(): Promise<void>
}

export function keepAgents(deps: AgentDeps): AgentKeeper {
  const { clock } = deps
  const stopped = new AbortController()
  let signal = Promise.withResolvers<void>()
  let looks = Promise.withResolvers<void>()
  const wake = () => signal.resolve()
  const screens = makeScreenWatch(deps.terminals, clock, wake)
  const courier = makeCourier({ ...deps, lastOutputMs: screens.lastOutputMs })
  const currentTasks = makeCurrentTaskKeeper(deps)
  const round = makeRound(deps, screens, courier, currentTasks)

  const loop = async () => {
    let lookedMs = Number.NEGATIVE_INFINITY
    while (!stopped.signal.aborted) {
      const cancelTick = clock.after(TICK_MS, wake)
      await signal.promise
      cancelTick()
      const waitMs = LOOKS_APART_MS - (clock.monotonicMs() - lookedMs)
      if (waitMs > 0) await pause(deps, waitMs)
      signal = Promise.withResolvers<void>()
      const current = looks
      looks = Promise.withResolvers<void>()
      lookedMs = clock.monotonicMs()
      await round().catch((error: unknown) => deps.onError(error, 'looking after the agents'))
      current.resolve()
    }
  }
  const running = loop()
  wake()
  return {
    wake,
    mailFor: (agent) => void courier.attend(agent),
    moveOf: courier.moveOf,
    settled() {
      wake()
      return looks.promise
    },
    async stop() {
      stopped.abort()
      wake()
      await running
      await currentTasks.settled()
      await courier.settled()
      screens[Symbol.dispose]()
    },
  }
}

function pause({ clock }: AgentDeps, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  clock.after(ms, resolve)
  return promise
}

/** One look at everything and what follows from it. */
function makeRound(
  deps: AgentDeps,
  screens: ScreenWatch,
  courier: Courier,
  currentTasks: CurrentTaskKeeper,
): () => Promise<void> {
  let deadBefore: ReadonlySet<AgentId> = new Set()
  let strandedSince: ReadonlyMap<AgentId, number> = new Map()
  let vagueSince: ReadonlyMap<AgentId, number> = new Map()
  let breakerTold = false
  const clocks = makeClockWatch(deps.clock)
  let isFirst = true
  const supervision = makeSupervision(deps)
  const pauses = makePauseKeeper(deps)
  const interrupts = makeInterruptKeeper(deps)
  const trustOwnFolder = makeFolderTrust(deps)
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
      supervision.replan(partedMs)
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
    await careFor(deps, { screens, supervision, pauses, interrupts, trustOwnFolder }, after, seen)
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

/** A program that we know nothing of: while it prints it works, and a prompt or a question comes with a pause. */
const isPlain = ({ runtime }: AgentRecord) => runtime === 'shell'

/** Resolves with the agents as they are then. */
async function keepStatuses(
  deps: AgentDeps,
  screens: ScreenWatch,
  sight: SortedSight,
): Promise<readonly AgentRecord[]> {
  const { store, processes, clock } = deps
  const nowMs = clock.nowMs()
  // Read anew: hooks may have told something while we looked at screens.
  const records = await store.read.agents.all()
  const changed = records.flatMap((record) => {
    const process = observeProcess(record, sight, processes)
    const { pane, elsewhere } = record
    if (elsewhere) {
      const told = judgeElsewhere(elsewhere, record, nowMs)
      return isNews(record, told) ? [{ record, judgement: told }] : []
    }
    const judgement = judgeAgent(
      {
        record,
        process,
        screen: pane && screens.sightOf(pane),
        lastOutputMs: pane && screens.lastOutputMs(pane),
        onlyPrints: isPlain(record),
      },
      nowMs,
    )
    return isNews(record, judgement) ? [{ record, judgement }] : []
  })
  if (changed.length === 0) return records
  await store.write(async (writer) => {
    const { agents, events } = writer
    for (const { record, judgement } of changed) {
      const { status, evidence } = judgement
      const isMove = status !== record.status
      const at = timestampFromMs(nowMs)
      if (isMove) await clockWork(writer, record, nowMs)
      const moved = {
        statusSince: at,
        ...(status === 'working' && { clockedAt: at }),
        ...((status === 'idle' || status === 'paused') && { restedAt: at }),
      }
      await agents.change(record.id, { status, evidence, ...(isMove && moved) })
      if (!isMove) continue
      const data = { agent: record.name, from: record.status, to: status, evidence }
      await events.append({ type: 'agent.status', actor: 'system', data })
    }
  })
  return store.read.agents.all()
}

/** The time of the last look is no news; what was seen is. */
function isNews(record: AgentRecord, { status, evidence }: Judgement): boolean {
  return status !== record.status || wordsOf(evidence) !== wordsOf(record.evidence)
}

const wordsOf = (list: AgentRecord['evidence']) =>
  list.map(({ source, says }) => `${source}: ${says}`).join('\n')

interface Care {
  readonly screens: ScreenWatch
  readonly supervision: Supervision
  readonly pauses: PauseKeeper
  readonly interrupts: InterruptKeeper
  readonly trustOwnFolder: (sight: AgentSight) => Promise<void>
}

async function careFor(
  deps: AgentDeps,
  { screens, supervision, pauses, interrupts, trustOwnFolder }: Care,
  sight: SortedSight,
  records: readonly AgentRecord[],
): Promise<void> {
  if (sight.kind === 'unknown') return
  for (const record of records) {
    const pane = sight.paneOf(record)
    if (record.paused) supervision.forget(record.id)
    const watch = careOf(deps, record, supervision, pauses)
    if (!pane || pane.end || record.pane !== pane.id || record.ending) continue
    const facts = {
      record,
      pane,
      screen: screens.sightOf(pane.id),
      lastOutputMs: screens.lastOutputMs(pane.id),
    }
    try {
      await watch?.(facts)
      await interrupts.settle(facts)
      await trustOwnFolder(facts)
      if (record.compaction) await tendCompaction(deps, facts)
      else if (isLate(deps, record)) await askLate(deps, record)
      if (record.cutAt !== null) await takeUpCutTurn(deps, record)
    } catch (error) {
      // A pane that ended in between is found at the next look.
      if (!(error instanceof CmuxError)) deps.onError(error, `caring for ${record.name}`)
    }
  }
}

/** One that waits for a person stands still for a good reason. */
function careOf(deps: AgentDeps, record: AgentRecord, supervision: Supervision, pauses: PauseKeeper) {
  if (record.paused) return pauses.hold
  if (record.approval) return (sight: AgentSight) => watchDialog(deps, sight)
  // Of a plain program nobody knows what it does.
  return isPlain(record) ? undefined : supervision.watch
}
