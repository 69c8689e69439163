// Carries out what `decideAgents` decided. What changes the state is written with its event first (P10).
import type { AgentName } from '../../protocol/ids.ts'
import { BudgetScope } from '../../protocol/budgets/budget.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { timestampFromMs, type Timestamp } from '../../protocol/timestamp.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentChange, AgentRecord } from '../agents/agent-record.ts'
import type { AgentAction } from './decide-agents.ts'
import { endAgentTokens } from '../access/end-agent-tokens.ts'
import { endRequests } from '../approvals/end-requests.ts'
import { charge } from '../budgets/charge.ts'
import { handOver } from '../continuity/brief/hand-over.ts'
import { isCutShort } from '../continuity/is-cut-short.ts'
import { mailBrief } from '../continuity/brief/mail-brief.ts'
import { keepEntries } from '../conversations/keep-entries.ts'
import { letDie } from '../mail/let-die.ts'
import type { StoreWriter } from '../store.ts'
import { reofferTasks } from '../tasks/reoffer-tasks.ts'
import { withdrawNews } from '../tasks/tell-of-task.ts'
import { leaveCheckout, tellOfMove } from '../spawning/leave-checkout.ts'
import { openAgent } from '../spawning/open-agent.ts'

type Acts = {
  readonly [K in AgentAction['do']]: (
    deps: AgentDeps,
    action: Extract<AgentAction, { do: K }>,
  ) => Promise<void>
}

export async function applyAction(deps: AgentDeps, action: AgentAction): Promise<void> {
  // The table has a row for each kind; TypeScript can't see that the row fits the action.
  const act = ACTS[action.do] as (deps: AgentDeps, action: AgentAction) => Promise<void>
  await act(deps, action)
}

const ACTS: Acts = {
  async begin(deps, { record, why, asked }) {
    let moved: Awaited<ReturnType<typeof leaveCheckout>>
    try {
      moved = await leaveCheckout(deps, record)
    } catch (error) {
      return giveUpOn(deps, record, error)
    }
    const at = timestampFromMs(deps.clock.nowMs())
    const generation = record.generation + 1
    const isFresh = record.ending?.fresh === true || moved !== undefined
    const hasTalked = record.hasTalked && !isFresh
    const session = hasTalked ? record.session : deps.entropy.uuid()
    const begun = {
      ...successorOf(record),
      ...moved,
      generation,
      startedAt: at,
      pane: null,
      pid: null,
      session,
      hasTalked,
      ending: null,
      turn: null,
      toolsAt: null,
      interrupt: null,
      compaction: null,
      ...(isFresh && { context: null, transcript: null, cutAt: null }),
    }
    const isBegun = await deps.store.write(async (writer) => {
      const { agents } = writer
      if (!isAsDecided(await agents.byId(record.id), record)) return false
      await agents.change(record.id, begun)
      await agents.beginGeneration(record.id, {
        generation,
        startedAt: at,
        why,
        asked,
        conversation: session,
      })
      const data = { agent: record.name, generation, why, resumes: hasTalked, asked }
      if (isFresh) await handOver(deps, writer, { ...record, ...begun })
      if (moved) await tellOfMove(deps, writer, record, moved)
      await charge(writer, record, {
        counts: { restarts: asked ? 0 : 1 },
        event: (task) => ({ type: 'agent.started', actor: 'system', data: { ...data, task } }),
      })
      if (hasTalked) await markResumed(writer, { ...record, generation, session }, at)
      return true
    })
    if (!isBegun) return
    const current = { ...record, ...begun }
    if (isFresh) await mailBrief(deps, current, { key: `start:${generation}`, why: TAKES_OVER })
    await open(deps, current)
  },

  open: (deps, { record }) => open(deps, record),

  async 'note pane'(deps, { record, pane }) {
    const at = timestampFromMs(deps.clock.nowMs())
    const generation = pane.owner?.generation ?? record.generation
    const change = { pane: pane.id, pid: pane.pid, generation, startedAt: record.startedAt ?? at }
    await deps.store.write(({ agents }) => agents.change(record.id, change))
  },

  async 'note end'(deps, { record, generation, end }) {
    const at = timestampFromMs(deps.clock.nowMs())
    await deps.store.write(async (writer) => {
      const { agents, events } = writer
      // As it is now: since the look that found it gone its last hook may have been heard, or something been asked of it.
      const last = (await agents.byId(record.id)) ?? record
      const asked = last.ending
      await agents.change(record.id, {
        generation,
        pane: null,
        pid: null,
        startedAt: null,
        ending: asked?.why === 'stop' ? null : asked,
        turn: null,
        cutAt: cutAfter(last, at),
      })
      await agents.endGeneration(record.id, generation, at, end)
      await endAgentTokens(writer, { ...record, generation }, at)
      const data = { agent: record.name, generation, end, asked: asked?.why ?? null }
      await events.append({ type: 'agent.ended', actor: 'system', data })
      await endRequests(writer, record.name, 'the agent that asked has ended', at)
      const current = await agents.byId(record.id)
      // Nobody wants it back: somebody else has to do what it was doing.
      if (current?.desired === 'stopped')
        await reofferTasks(deps, writer, current, `${record.name} was ended`)
    })
  },

  async 'give up'(deps, { record }) {
    const { restartsMax, restartWindowMs } = deps.limits
    if (!isAsDecided(await deps.store.read.agents.byId(record.id), record)) return
    const why = `ended ${restartsMax} times in ${restartWindowMs / 60_000} min: not started again until you say so`
    await giveUp(deps, record, why, `cmux agent restart ${record.name}`)
  },

  async remove(deps, { record, pane }) {
    try {
      const saved = await deps.workplaces.remove(record.name, record.project)
      if (pane) await deps.terminals.close(pane.id)
      await forget(deps, record, saved)
    } catch (error) {
      if (!(error instanceof CmuxError) || error.recovery === 'retry') throw error
      await deps.store.write(({ agents }) => agents.change(record.id, { ending: null }))
      await giveUp(deps, record, `it is not removed: ${error.message}`, error.hint)
    }
  },

  async terminate(deps, { pid }) {
    deps.processes.signal(pid, 'SIGTERM')
  },

  async kill(deps, { pid }) {
    deps.processes.signal(pid, 'SIGKILL')
  },

  close: (deps, { pane }) => deps.terminals.close(pane.id),
}

/** Somebody may have asked for something else since we looked: then the next look decides. */
function isAsDecided(current: AgentRecord | undefined, record: AgentRecord): boolean {
  if (current?.desired !== record.desired || current.generation !== record.generation) return false
  const { ending } = current
  return ending?.why === record.ending?.why && ending?.askedAt === record.ending?.askedAt
}

/** One that is killed again before it was told to go on still has to be. */
function cutAfter(record: AgentRecord, at: Timestamp): Timestamp | null {
  if (isCutShort(record)) return at
  return record.desired === 'stopped' ? null : record.cutAt
}

const TAKES_OVER = 'you take over this work, from an earlier conversation'

/** Another program takes over: what was said for the one before it, a model or arguments, is nothing to it. */
function successorOf({ ending, runtime }: AgentRecord): AgentChange {
  if (ending?.runtime === undefined) return {}
  const isOther = ending.runtime !== runtime
  return {
    runtime: ending.runtime,
    ...((isOther || ending.model !== undefined) && { model: ending.model ?? null }),
    ...(isOther && { args: [] }),
  }
}

/** No program writes down that it was ended and goes on. */
async function markResumed(writer: StoreWriter, record: AgentRecord, at: Timestamp): Promise<void> {
  const mark = { id: `mark:resume:${record.generation}`, kind: 'mark', text: 'resume' } as const
  const entries = [{ ...mark, session: record.session ?? '', subagent: null, at, tool: null }]
  await keepEntries(writer, record, { entries, source: 'cmux', at })
}

async function forget(deps: AgentDeps, record: AgentRecord, saved: readonly string[]): Promise<void> {
  const at = timestampFromMs(deps.clock.nowMs())
  await deps.store.write(async (writer) => {
    const { agents, tokens, events, messages } = writer
    await endAgentTokens(writer, record, at)
    // Another agent may get the name.
    await tokens.silence(record.name, at)
    const why = `${record.name} was removed`
    await reofferTasks(deps, writer, record, why)
    await endRequests(writer, record.name, why, at)
    await withdrawNews(writer, record.id, why, at)
    const delivery = await messages.openDelivery(record.id)
    if (delivery) await messages.changeDelivery(delivery.id, { state: 'closed', outcome: why })
    await letDie(deps, writer, await messages.unsettled(record.id), { why, at })
    await agents.remove(record.id, at)
    await writer.usage.forgetAgent(record.name)
    await writer.keepsakes.forget(record.id)
    await writer.budgets.remove(BudgetScope.parse(`agent:${record.name}`))
    const data = { agent: record.name, saved: [...saved] }
    await events.append({ type: 'agent.removed', actor: 'system', data })
    await writer.ports.removeAgent(record.name)
    await writer.keptRules.removeAgent(record.name)
  })
}

/** A start that can't work is no reason to try it for ever: it waits for a person, with the hint. */
async function open(deps: AgentDeps, record: AgentRecord): Promise<void> {
  try {
    await openAgent(deps, record)
  } catch (error) {
    await giveUpOn(deps, record, error)
  }
}

async function giveUpOn(deps: AgentDeps, record: AgentRecord, error: unknown): Promise<void> {
  if (!(error instanceof CmuxError) || error.recovery === 'retry') throw error
  await giveUp(deps, record, error.message, error.hint)
}

async function giveUp(deps: AgentDeps, record: AgentRecord, why: string, hint: string): Promise<void> {
  const at = timestampFromMs(deps.clock.nowMs())
  await deps.store.write(async (writer) => {
    const { agents, events } = writer
    await agents.change(record.id, {
      gaveUp: { at, why: `${why} (${hint})` },
      startedAt: null,
      pane: null,
      cutAt: null,
    })
    if (record.startedAt !== null) await agents.endGeneration(record.id, record.generation, at, why)
    await endAgentTokens(writer, record, at)
    await events.append({
      type: 'agent.needs_person',
      actor: 'system',
      data: { agent: record.name satisfies AgentName, why, hint },
    })
    await reofferTasks(deps, writer, record, `${record.name} is not started again: ${why}`)
  })
}
