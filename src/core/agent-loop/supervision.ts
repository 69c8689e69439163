// Finds agents that have something to do and stand still, whatever their screens show (L2), and climbs: each is looked at, nudged,
// interrupted, restarted with its conversation; and when even that does not help, a person is told. Every step is written down.
import type { AgentId } from '../../protocol/ids.ts'
import { MessageId } from '../../protocol/messages/message.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { tryToKeepState } from '../continuity/try-to-keep-state.ts'
import { heldUp } from '../mail/delivery/held-up.ts'
import { quoteDroppedMail } from '../mail/delivery/quote-dropped-mail.ts'
import { SYSTEM_SENDER } from '../mail/sender.ts'
import { writeMessage } from '../mail/write-message.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { AgentSight } from '../agents/agent-sight.ts'
import { pressInterrupt } from '../turns/interrupt-agent.ts'
import {
  judgeStandstill,
  limitsFor,
  type Movement,
  type MovementLimits,
  type Rung,
} from './judge-standstill.ts'

type Deps = Pick<
  AgentDeps,
  'clock' | 'continuity' | 'movement' | 'onError' | 'processes' | 'runtimes' | 'store' | 'terminals'
>

export interface Supervision {
  watch(sight: AgentSight): Promise<void>
  /** It is paused: what was seen of it before says nothing of how it moves after. */
  forget(agent: AgentId): void
  /** The wall clock went ahead of the monotonic one by so much. */
  replan(partedMs: number): void
}

interface Case {
  generation: number
  rung: Rung
  /** When that was done. */
  atMs: number
  /** Since when it has something to do. */
  dueMs: number | null
  /** Restarts for this reason in a row. */
  restarts: number
  /** The tokens that its screen counts, and when they were last seen to change. */
  tokens: number | null
  tokensMs: number
  /** What the processes of its tool have used, and when that was last seen to grow. */
  toolCpuMs: number
  toolBusyMs: number
}

const NEW_CASE: Case = {
  generation: 0,
  rung: 'none',
  atMs: 0,
  dueMs: null,
  restarts: 0,
  tokens: null,
  tokensMs: 0,
  toolCpuMs: 0,
  toolBusyMs: 0,
}
const ORDER: readonly Rung[] = ['none', 'look', 'nudge', 'interrupt', 'restart']
/** A second one that does not help is a person's turn. */
const RESTARTS_MAX = 1
/** However well it did in between. */
const RESTARTS_AN_HOUR_MAX = 3
const HOUR_MS = 3_600_000
const GO_ON =
  'Nothing came of your turn for a while, and cmux interrupted it. Look at how far you had come, and go on from there. Try another way if you did the same again and again.'
/** From one look to the next; a program that sleeps uses none. */
const BUSY_CPU_MS = 20

export function makeSupervision(deps: Deps): Supervision {
  const cases = new Map<AgentId, Case>()
  return {
    forget: (agent) => void cases.delete(agent),
    replan(partedMs) {
      for (const known of cases.values()) {
        known.atMs += partedMs
        known.tokensMs += partedMs
        known.toolBusyMs += partedMs
        if (known.dueMs !== null) known.dueMs += partedMs
      }
    },
    async watch(sight) {
      const { record } = sight
      const nowMs = deps.clock.nowMs()
      const known = cases.get(record.id) ?? { ...NEW_CASE }
      cases.set(record.id, known)
      if (known.generation !== record.generation)
        Object.assign(known, { ...NEW_CASE, generation: record.generation, restarts: known.restarts })
      known.dueMs = (await isDue(deps, record)) ? (known.dueMs ?? nowMs) : null
      if (isInterruptedByUs(record)) await tellToGoOn(deps, record)
      noteTokens(known, sight)
      const limits = limitsFor(record, deps.movement)
      noteTool(deps, known, record, limits)
      const verdict = judgeStandstill(movementOf(record, known), limits, nowMs)
      if (verdict.fault === null) {
        // Idle is what it is after every start; a turn that ended is what shows that the restart has helped.
        if (record.turn?.says.startsWith('ended its turn')) known.restarts = 0
        known.rung = 'none'
        return
      }
      if (ORDER.indexOf(verdict.rung) <= ORDER.indexOf(known.rung)) return
      Object.assign(known, { rung: verdict.rung, atMs: nowMs })
      await climb(deps, sight, { ...verdict, fault: verdict.fault, known })
    },
  }
}

/** It has a turn under way, or mail that it could take. */
async function isDue({ store }: Deps, { id, status }: AgentRecord): Promise<boolean> {
  if (status === 'working') return true
  if (status !== 'idle') return false
  const unsettled = await store.read.messages.unsettled(id)
  // What says what it waits for, such as somebody who types, is nothing that the agent could do.
  return unsettled.some(({ receipt, waitsFor }) => receipt !== 'accepted' || waitsFor === null)
}

/** A spinner turns by itself; the count of tokens beside it only as they come. */
function noteTokens(known: Case, { screen }: AgentSight): void {
  const tokens = screen?.tokens ?? null
  if (tokens === null || tokens === known.tokens) return
  known.tokens = tokens
  known.tokensMs = screen?.atMs ?? 0
}

/**
 * A long silent tool, such as a build: what was started since it began is looked at once the agent stands still for a while. Of
 * several tools at once one may have ended: then everything counts that this turn has started.
 */
function noteTool(
  { clock, processes }: Deps,
  known: Case,
  record: AgentRecord,
  limits: MovementLimits,
): void {
  const turnMs = record.status === 'working' ? Date.parse(record.statusSince) : null
  const sinceMs = toolSince(record) ?? turnMs
  const nowMs = clock.nowMs()
  if (sinceMs === null || record.pid === null) known.toolCpuMs = 0
  else if (nowMs - movedMs(record, known) >= limits.lookMs / 2) {
    const usedMs = processes.cpuMsOf(record.pid, sinceMs) ?? 0
    if (usedMs - known.toolCpuMs >= BUSY_CPU_MS) known.toolBusyMs = nowMs
    known.toolCpuMs = usedMs
  }
}

/** Shortening a conversation takes as long as a tool, and tells as little. */
const TAKES_LONG = /^(uses |shortens its conversation|was told to compact)/

function toolSince({ turn }: AgentRecord): number | null {
  return turn?.turn === 'working' && TAKES_LONG.test(turn.says) ? Date.parse(turn.at) : null
}

function movedMs({ movedAt }: AgentRecord, { dueMs, tokensMs, toolBusyMs }: Case): number {
  return Math.max(Date.parse(movedAt ?? '') || 0, dueMs ?? 0, tokensMs, toolBusyMs)
}

function movementOf(record: AgentRecord, known: Case): Movement {
  return {
    isDue: known.dueMs !== null,
    lastMoveMs: movedMs(record, known),
    toolSinceMs: toolSince(record),
    repeats: record.turn?.repeats ?? 0,
    isTurnOpen: record.status === 'working',
    done: { rung: known.rung, atMs: known.atMs },
  }
}

interface Step {
  readonly rung: Rung
  readonly fault: string
  readonly stillMs: number
  readonly known: Case
}

async function climb(deps: Deps, sight: AgentSight, step: Step): Promise<void> {
  const { rung, fault, stillMs, known } = step
  const { record, pane } = sight
  const { store, clock, terminals } = deps
  const at = timestampFromMs(clock.nowMs())
  const ceiling = rung === 'restart' ? await findCeiling(deps, record, known) : null
  if (rung === 'restart' && ceiling === null) await tryToKeepState(deps, record, 'restart')
  await store.write(async (writer) => {
    const { agents, events } = writer
    const data = { agent: record.name, generation: record.generation, fault, rung: ceiling ? 'person' : rung }
    await events.append({
      type: 'agent.unmoved',
      actor: 'system',
      data: { ...data, stillSec: Math.round(stillMs / 1000), evidence: [...record.evidence] },
    })
    if (rung === 'interrupt')
      await agents.change(record.id, {
        interrupt: { ...(await heldUp(writer, record, at)), settledAt: null },
      })
    if (ceiling !== null) {
      const why = `${record.name} is ${fault} ${ceiling}`
      const hint = `cmux agent attach ${record.name}`
      await events.append({
        type: 'agent.needs_person',
        actor: 'system',
        data: { agent: record.name, why, hint },
      })
    } else if (rung === 'restart')
      await agents.change(record.id, { ending: { why: 'restart', fresh: false, askedAt: at } })
  })
  if (rung === 'nudge' && mayNudge(sight)) await terminals.press(pane.id, ['Enter'])
  if (rung === 'interrupt') await pressInterrupt(deps, record.runtime, pane.id)
  if (rung === 'restart') known.restarts += 1
}

/** Why it is not restarted once more; null when it is. By the history, so that a crash of ours does not begin to count anew. */
async function findCeiling({ store, clock }: Deps, record: AgentRecord, known: Case): Promise<string | null> {
  if (known.restarts >= RESTARTS_MAX) return 'again after a restart'
  const told = await store.read.events.within({
    after: 0,
    before: Number.MAX_SAFE_INTEGER,
    types: ['agent.unmoved'],
    limit: 100,
  })
  const sinceMs = clock.nowMs() - HOUR_MS
  const restarts = told.filter(
    ({ at, data }) =>
      data['agent'] === record.name && data['rung'] === 'restart' && Date.parse(at) >= sinceMs,
  )
  return restarts.length >= RESTARTS_AN_HOUR_MAX ? `after ${restarts.length} restarts in an hour` : null
}

/**
 * It came to rest after cmux ended its turn. What its program has put back into its line is sent off again; of what is in its
 * conversation already it has to be told to go on. The register knows of it, so a crash of ours changes nothing.
 */
async function tellToGoOn(deps: Deps, record: AgentRecord): Promise<void> {
  const { id, name, runtime, interrupt } = record
  if (!interrupt) return
  const settledAt = timestampFromMs(deps.clock.nowMs())
  const letter = {
    id: MessageId.parse(`notice:unmoved:${id}:${interrupt.at}`),
    to: name,
    subject: 'go on where you were',
  }
  await deps.store.write(async (writer) => {
    await writer.agents.change(id, { interrupt: { ...interrupt, settledAt } })
    const dropped = await quoteDroppedMail(writer, record, deps.runtimes[runtime], interrupt.at)
    const body = [GO_ON, ...dropped].join('\n')
    await writeMessage(deps, writer, { ...letter, body }, SYSTEM_SENDER)
  })
}

const isInterruptedByUs = ({ interrupt, status }: AgentRecord) =>
  interrupt !== null && !interrupt.isFinal && interrupt.settledAt === null && status === 'idle'

/** Enter would answer a dialog, and send off what somebody has half typed. */
function mayNudge({ screen, pane }: AgentSight): boolean {
  const reading = screen?.reading
  if (pane.inCopyMode || reading?.kind === 'dialog') return false
  return reading?.kind !== 'ready' || reading.draft === ''
}
