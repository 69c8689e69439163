// Desired against observed, for all agents at once: what to do next. Pure. Nothing is started or ended on "unknown" (P9),
// and nothing is done to many at once because many look dead.
import { STARTED_AFTER_EXIT } from '../../protocol/agents/describe-restarts.ts'
import type { AgentId } from '../../protocol/ids.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { Pane, PaneSight } from '../terminals/terminals.ts'
import type { AgentLimits } from '../agents/agent-limits.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import { describeEnd } from '../agents/describe-end.ts'
import type { ProcessSight } from '../agents/judge-agent.ts'
import { planStarts, type MachineRoom } from './plan-starts.ts'
import { observeProcess, sortSight, type ProcessEyes } from './observe-process.ts'

export type AgentAction =
  /** A new start: counted and written down before anything runs. */
  | { readonly do: 'begin'; readonly record: AgentRecord; readonly why: string; readonly asked: boolean }
  /** The pane of a start that is written down. Repeated after a crash in between. */
  | { readonly do: 'open'; readonly record: AgentRecord }
  /** A pane that we opened and had no time to write down, or one that a restored database does not know. */
  | { readonly do: 'note pane'; readonly record: AgentRecord; readonly pane: Pane }
  | {
      readonly do: 'note end'
      readonly record: AgentRecord
      readonly generation: number
      readonly end: string
    }
  | { readonly do: 'give up'; readonly record: AgentRecord }
  /** Its process is gone: what it worked on is kept, then it is forgotten. */
  | { readonly do: 'remove'; readonly record: AgentRecord; readonly pane: Pane | null }
  | { readonly do: 'terminate'; readonly record: AgentRecord; readonly pid: number }
  | { readonly do: 'kill'; readonly record: AgentRecord; readonly pid: number }
  /** A pane of an older generation, once a younger one has its own. */
  | { readonly do: 'close'; readonly pane: Pane }

export interface AgentsView {
  readonly records: readonly AgentRecord[]
  readonly sight: PaneSight
  /** Starts that nobody asked for, within the window. */
  readonly restarts: ReadonlyMap<AgentId, readonly Timestamp[]>
  readonly eyes: ProcessEyes
  readonly room: MachineRoom
  /** The agents that looked dead at the look before this one. */
  readonly deadBefore: ReadonlySet<AgentId>
  /** The processes that had lost their terminal at that look, and since when. */
  readonly strandedSince: ReadonlyMap<AgentId, number>
  /** Those of which nobody knew yet how they had ended, and since when. */
  readonly vagueSince: ReadonlyMap<AgentId, number>
  readonly nowMs: number
}

export interface AgentsDecision {
  readonly actions: AgentAction[]
  readonly dead: ReadonlySet<AgentId>
  readonly stranded: ReadonlyMap<AgentId, number>
  readonly vague: ReadonlyMap<AgentId, number>
  /** Half of all agents look dead at once: only what a second look confirms is acted on. */
  readonly breaker: boolean
}

interface Case {
  readonly record: AgentRecord
  readonly pane: Pane | undefined
  readonly process: ProcessSight
}

type Place = Pick<Case, 'record' | 'pane'>

export function decideAgents(view: AgentsView, limits: AgentLimits): AgentsDecision {
  const sight = sortSight(view.sight)
  const cases = view.records.map((record) => ({
    record,
    pane: sight.kind === 'seen' ? sight.paneOf(record) : undefined,
    process: observeProcess(record, sight, view.eyes),
  }))
  const dead = new Set(cases.filter(looksDead).map(({ record }) => record.id))
  const since = (known: ReadonlyMap<AgentId, number>, holds: (process: ProcessSight) => boolean) =>
    new Map(
      cases
        .filter(({ process }) => holds(process))
        .map(({ record: { id } }) => [id, known.get(id) ?? view.nowMs]),
    )
  const stranded = since(view.strandedSince, ({ kind }) => kind === 'stranded')
  const vague = since(view.vagueSince, isVague)
  const running = cases.filter(({ record }) => record.desired === 'running' && record.generation > 0)
  const breaker = dead.size >= limits.breakerMin && dead.size * 2 >= running.length
  const isSure = (id: AgentId) => !breaker || view.deadBefore.has(id)
  const actions = cases.flatMap((each) => decideOne(each, view, limits, isSure))
  return {
    actions: [...holdBack(actions, view, limits), ...closeLeftovers(view)],
    dead,
    stranded,
    vague,
    breaker,
  }
}

/** tmux sees the end of the output first and learns how it ended a moment later: on a busy machine a few looks later. */
const isVague = (process: ProcessSight) =>
  process.kind === 'dead' && process.status === null && process.signal === null

const looksDead = ({ record, process }: Case) =>
  record.desired === 'running' &&
  record.ending === null &&
  record.pane !== null &&
  (process.kind === 'dead' || process.kind === 'gone')

function decideOne(
  { record, pane, process }: Case,
  view: AgentsView,
  limits: AgentLimits,
  isSure: (id: AgentId) => boolean,
): AgentAction[] {
  switch (process.kind) {
    case 'unknown':
      return []
    case 'alive':
      return whileAlive({ record, pane }, process.pid, view, limits)
    case 'stranded':
      return endStranded(record, process.pid, view, limits)
    case 'dead':
    case 'gone': {
      if (!isSure(record.id)) return []
      const vagueMs = view.nowMs - (view.vagueSince.get(record.id) ?? view.nowMs)
      if (isVague(process) && vagueMs < limits.vagueMs) return []
      // Written down already: what remains on the screen is only a memory of it.
      if (record.startedAt === null) return startAgain({ record, pane }, view, limits)
      const end = process.kind === 'dead' ? describeEnd(process) : 'its pane is gone'
      const generation = pane?.owner?.generation ?? record.generation
      return [{ do: 'note end', record, generation, end }]
    }
    case 'not yet':
    default:
      return startAgain({ record, pane }, view, limits)
  }
}

function whileAlive(
  { record, pane }: Place,
  pid: number,
  view: AgentsView,
  limits: AgentLimits,
): AgentAction[] {
  if (pane && record.pane !== pane.id) return [{ do: 'note pane', record, pane }]
  const { ending } = record
  if (ending) {
    const askedMs = view.nowMs - Date.parse(ending.askedAt)
    return [{ do: askedMs > limits.stopMs ? 'kill' : 'terminate', record, pid }]
  }
  // Told to be stopped while its pane was being opened.
  return record.desired === 'stopped' ? [{ do: 'terminate', record, pid }] : []
}

/** It was told by the loss of its terminal; one that did not listen (Gemini CLI does not) is in the way of its successor. */
function endStranded(record: AgentRecord, pid: number, view: AgentsView, limits: AgentLimits): AgentAction[] {
  const sinceMs = view.strandedSince.get(record.id) ?? view.nowMs
  if (view.nowMs - sinceMs >= limits.stopMs) return [{ do: 'kill', record, pid }]
  return whileAlive({ record, pane: undefined }, pid, view, limits)
}

/** Its last process is gone and written down, or there never was one. */
function startAgain({ record, pane }: Place, view: AgentsView, limits: AgentLimits): AgentAction[] {
  if (record.ending?.why === 'remove') return [{ do: 'remove', record, pane: pane ?? null }]
  if (record.desired === 'stopped' || record.gaveUp !== null) return []
  // Another one comes back and waits; a plain program would begin its work anew.
  if (record.paused && record.runtime === 'shell') return []
  if (record.startedAt !== null) return [{ do: 'open', record }]
  if (record.generation === 0) return [{ do: 'begin', record, why: 'spawned', asked: true }]
  if (record.ending) return [{ do: 'begin', record, why: 'restart', asked: true }]
  if (record.paused?.holdsStarts) return []
  // The history keeps the time of its day: one that lies ahead was written before the clock was set back.
  const restarts = (view.restarts.get(record.id) ?? []).filter((at) => Date.parse(at) <= view.nowMs)
  if (restarts.length >= limits.restartsMax) return [{ do: 'give up', record }]
  const waitMs = limits.backOffMs[Math.min(restarts.length, limits.backOffMs.length - 1)] ?? 0
  const lastMs = Math.max(0, ...restarts.map((at) => Date.parse(at)))
  return view.nowMs - lastMs < waitMs ? [] : [{ do: 'begin', record, why: STARTED_AFTER_EXIT, asked: false }]
}

/** As many at a time as there is room for, supervisors first: after a reboot all of them want to start. */
function holdBack(actions: readonly AgentAction[], view: AgentsView, limits: AgentLimits): AgentAction[] {
  const isUnderWay = ({ status, startedAt }: AgentRecord) =>
    status === 'starting' && startedAt !== null && view.nowMs - Date.parse(startedAt) < limits.startingMs
  const underWay = view.records.filter(isUnderWay).length
  const room =
    limits.startsAtOnce === 'auto'
      ? planStarts(view.room, underWay)
      : Math.max(0, limits.startsAtOnce - underWay)
  const begins = actions.filter((action) => action.do === 'begin').toSorted((a, b) => rank(a) - rank(b))
  return [...actions.filter((action) => action.do !== 'begin'), ...begins.slice(0, room)]
}

const rank = ({ record }: Extract<AgentAction, { do: 'begin' }>) => (record.role === 'supervisor' ? 0 : 1)

/** Panes of ours whose agent has a younger generation. One that nobody registered is not ours to close. */
function closeLeftovers({ records, sight }: AgentsView): AgentAction[] {
  if (sight.kind === 'unknown') return []
  const owners = new Map<string, AgentRecord>(records.map((record) => [record.id, record]))
  return sight.panes.flatMap((pane): AgentAction[] => {
    const record = pane.owner ? owners.get(pane.owner.agent) : undefined
    const isOlder = record && pane.owner && pane.owner.generation < record.generation
    return isOlder && record.pane !== null ? [{ do: 'close', pane }] : []
  })
}
