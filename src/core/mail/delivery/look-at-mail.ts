// What there is to know of one agent's mail before anything is decided: its screen, its hooks' last word, and its transcript.
import type { AgentId } from '../../../protocol/ids.ts'
import type { AgentRecord } from '../../agents/agent-record.ts'
import { isBeingInterrupted } from '../../agents/is-being-interrupted.ts'
import { isShortening } from '../../agents/is-shortening.ts'
import type { PaneId } from '../../terminals/terminals.ts'
import type { CourierDeps, CourierDesk, DeliveryMemory, MailCase } from './courier-desk.ts'
import { ENTER_AGAIN_MS, type DeliveryView } from './decide-delivery.ts'
import { lacksTools } from './lacks-tools.ts'
import { findInTranscript } from './find-in-transcript.ts'
import type { Delivery, MessageRecord } from '../message-record.ts'

/** A word of a hook is younger than the screen for this long: what it tells of is drawn a moment later. */
const SETTLE_MS = 1500

export async function lookAtMail(
  { deps, memories, notBefore }: CourierDesk,
  { record, open }: MailCase,
  waiting: readonly MessageRecord[],
): Promise<DeliveryView> {
  const nowMs = deps.clock.monotonicMs()
  const { pane, runtime } = record
  const sight = pane === null ? null : await capture(deps, pane, runtime)
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
    isInterrupted: isBeingInterrupted(record),
    lacksTools: lacksTools(deps, record) === 'yet',
    isShortening: isShortening(record),
    isWorking: record.status === 'working' || told === 'working' || told === 'waiting',
    isPlain: runtime === 'shell',
    screen: sight && sight.screen,
    hasPrinted: pane !== null && (deps.lastOutputMs(pane) ?? 0) > (pastedAtMs ?? Number.POSITIVE_INFINITY),
    waiting: waiting.length,
    attempts: first?.attempts ?? 0,
    triesMax: deps.limits.messageTriesMax,
    open: open
      ? {
          ...open,
          isOwn: pastedAtMs !== null,
          sinceEnterMs,
          onScreen: sight?.shows(open.id) === true,
          isHeldUp: isHeldUp(record, open),
          inTranscript: isTranscriptNeeded ? await findInTranscript(deps, record, open.id) : null,
        }
      : null,
    notBeforeMs: notBefore.get(record.id) ?? 0,
  }
}

function isHeldUp({ paused, interrupt }: AgentRecord, { id }: Delivery): boolean {
  return paused !== null || (interrupt?.isFinal === false && interrupt.delivery === id)
}

interface Sight {
  readonly screen: NonNullable<DeliveryView['screen']>
  readonly shows: (text: string) => boolean
}

async function capture(
  { terminals, runtimes }: CourierDeps,
  pane: PaneId,
  runtime: AgentRecord['runtime'],
): Promise<Sight | null> {
  const captured = await terminals.capture(pane).catch(() => null)
  if (!captured) return null
  const { lines, inCopyMode } = captured
  return {
    screen: { reading: runtimes[runtime].readScreen(lines), inCopyMode },
    shows: (text) => lines.some((line) => line.includes(text)),
  }
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
