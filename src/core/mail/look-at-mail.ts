// What there is to know of one agent's mail before anything is decided: its screen, its hooks' last word, and its transcript.
import type { AgentId } from '../../protocol/ids.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { PaneId } from '../terminals/terminals.ts'
import type { CourierDeps, CourierDesk, DeliveryMemory, MailCase } from './courier-desk.ts'
import { ENTER_AGAIN_MS, type DeliveryView } from './decide-delivery.ts'
import { findInTranscript } from './find-in-transcript.ts'
import type { Delivery, MessageRecord } from './message-record.ts'

/** A word of a hook is younger than the screen for this long: what it tells of is drawn a moment later. */
const SETTLE_MS = 1500

export async function lookAtMail(
  { deps, memories, notBefore }: CourierDesk,
  { record, open }: MailCase,
  waiting: readonly MessageRecord[],
): Promise<DeliveryView> {
  const nowMs = deps.clock.monotonicMs()
  const { pane, runtime } = record
  const screen = pane === null ? null : await capture(deps, pane, runtime)
  const memory = open && remember(memories, open, record.id, nowMs)
  const pastedAtMs = memory?.pastedAtMs ?? null
  const sinceEnterMs = memory ? nowMs - memory.enteredMs : 0
  const generation = pane === null ? null : record.generation
  const isTranscriptNeeded = open && (sinceEnterMs >= ENTER_AGAIN_MS || open.generation !== generation)
  const told =
    record.turn && deps.clock.nowMs() - Date.parse(record.turn.at) < SETTLE_MS ? record.turn.turn : null
  const [first] = open ? await deps.store.read.messages.byIds(open.messages.slice(0, 1)) : waiting
  return {
    generation,
    isPaused: record.paused !== null,
    isWorking: record.status === 'working' || told === 'working' || told === 'waiting',
    isPlain: runtime === 'shell',
    screen,
    hasPrinted: pane !== null && (deps.lastOutputMs(pane) ?? 0) > (pastedAtMs ?? Number.POSITIVE_INFINITY),
    waiting: waiting.length,
    attempts: first?.attempts ?? 0,
    open: open
      ? {
          ...open,
          isOwn: pastedAtMs !== null,
          sinceEnterMs,
          inTranscript: isTranscriptNeeded ? await findInTranscript(deps, record, open.id) : null,
        }
      : null,
    notBeforeMs: notBefore.get(record.id) ?? 0,
  }
}

async function capture(
  { terminals, runtimes }: CourierDeps,
  pane: PaneId,
  runtime: AgentRecord['runtime'],
): Promise<DeliveryView['screen']> {
  const screen = await terminals.capture(pane).catch(() => null)
  return screen && { reading: runtimes[runtime].readScreen(screen.lines), inCopyMode: screen.inCopyMode }
}

/** One that another process opened counts from when we first see it. */
function remember(
  memories: CourierDesk['memories'],
  open: Delivery,
  agent: AgentId,
  nowMs: number,
): DeliveryMemory {
  const known = memories.get(agent)
  if (known?.delivery === open.id) return known
  const fresh = { delivery: open.id, enteredMs: nowMs, pastedAtMs: null }
  memories.set(agent, fresh)
  return fresh
}
