// Brings each agent its mail: looks, decides, and types. One at a time for an agent, so that a busy one delays only its own (M8).
import { makeTurns } from '../../lib/turns.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { AgentId, DeliveryId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { PaneId } from '../terminals/terminals.ts'
import { advanceDelivery } from './advance-delivery.ts'
import { composeEnvelope, composePlain, QUOTED_MAX_BYTES } from './compose-envelope.ts'
import {
  decideDelivery,
  ENTER_AGAIN_MS,
  type DeliveryDecision,
  type DeliveryView,
} from './decide-delivery.ts'
import { findInTranscript } from './find-in-transcript.ts'
import type { Delivery, MessageRecord } from './message-record.ts'
import { letDie } from './let-die.ts'
import { openDelivery } from './open-delivery.ts'
import { takeBack } from './take-back.ts'

export interface CourierDeps extends AgentDeps {
  readonly lastOutputMs: (pane: PaneId) => number | null
}

export interface Courier {
  /** Something may be due for this agent. Resolves when it was looked at. */
  attend(agent: AgentId): Promise<void>
  /** Looks after everybody who has mail. */
  round(): Promise<void>
}

/** What this process did itself; after a restart it is unknown, and then the screen is asked. */
interface Memory {
  readonly delivery: DeliveryId
  enteredMs: number
  /** Null: another process opened it. */
  readonly pastedAtMs: number | null
}

const BACK_OFF_MS = [1000, 2000, 4000, 8000, 15_000, 30_000]

export function makeCourier(deps: CourierDeps): Courier {
  const { store, onError } = deps
  const inTurn = makeTurns()
  const memories = new Map<AgentId, Memory>()
  const notBefore = new Map<AgentId, number>()
  const desk: Desk = { deps, memories, notBefore }

  const attend = (id: AgentId) =>
    inTurn(id, async () => {
      try {
        await attendOnce(desk, id)
      } catch (error) {
        // A pane that ended in between is found at the next look.
        if (!(error instanceof CmuxError)) onError(error, `bringing ${id} its mail`)
      }
    })

  return {
    attend,
    async round() {
      const busy = await store.read.messages.agentsWithMail()
      const forgotten = [...memories.keys()].filter((id) => !busy.includes(id))
      for (const id of forgotten) memories.delete(id)
      await Promise.all(busy.map(attend))
    },
  }
}

interface Desk {
  readonly deps: CourierDeps
  readonly memories: Map<AgentId, Memory>
  readonly notBefore: Map<AgentId, number>
}

async function attendOnce(desk: Desk, id: AgentId): Promise<void> {
  const { deps } = desk
  const { messages, agents } = deps.store.read
  const record = await agents.byId(id)
  if (!record) return
  await keepLongBodies(deps, record)
  const open = await messages.openDelivery(id)
  const waiting = open ? [] : await messages.waiting(id, 1)
  if (!open && waiting.length === 0) return
  // Its process may live: what it has, and whether it has it, is known once it is seen gone or well (P9).
  if (record.pane !== null && (record.ending !== null || UNSURE.has(record.status)))
    return noteWaiting(deps, record, 'it is being ended, or does not answer')
  const view = await look(desk, record, open, waiting)
  await carryOut(desk, { record, open }, decideDelivery(view, deps.clock.monotonicMs()))
}

const UNSURE: ReadonlySet<AgentRecord['status']> = new Set(['dead', 'stopped', 'unknown'])

/** Before anything is quoted: a hook can't wait for a file. */
async function keepLongBodies({ store, mailFiles }: CourierDeps, { id, name }: AgentRecord): Promise<void> {
  for (const message of await store.read.messages.unfiled(id, QUOTED_MAX_BYTES)) {
    const attachment = await mailFiles.keep(name, message.id, message.body)
    await store.write((writer) => writer.messages.move(message.id, { attachment }))
  }
}

/** A word of a hook is younger than the screen for this long: what it tells of is drawn a moment later. */
const SETTLE_MS = 1500

async function look(
  { deps, memories, notBefore }: Desk,
  record: AgentRecord,
  open: Delivery | undefined,
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
function remember(memories: Map<AgentId, Memory>, open: Delivery, agent: AgentId, nowMs: number): Memory {
  const known = memories.get(agent)
  if (known?.delivery === open.id) return known
  const fresh = { delivery: open.id, enteredMs: nowMs, pastedAtMs: null }
  memories.set(agent, fresh)
  return fresh
}

interface Case {
  readonly record: AgentRecord
  readonly open: Delivery | undefined
}

async function carryOut(desk: Desk, { record, open }: Case, decision: DeliveryDecision): Promise<void> {
  const { deps } = desk
  const { store, clock } = deps
  const at = timestampFromMs(clock.nowMs())
  if (decision.do === 'wait') return noteWaiting(deps, record, decision.why)
  if (decision.do === 'paste') return paste(desk, record)
  if (decision.do === 'give up') return giveUp(deps, record, decision.why)
  if (!open || decision.do === 'nothing') return
  if (decision.do === 'press enter') return pressAgain(desk, record, open)
  if (decision.do === 'take back')
    desk.notBefore.set(record.id, clock.monotonicMs() + (await backOff(deps, open)))
  await store.write(async (writer) => {
    // A hook may have told more in between.
    const current = await writer.messages.openDelivery(record.id)
    if (current?.id !== open.id || current.state !== open.state) return
    if (decision.do === 'take back') return takeBack(writer, current, { ...decision, at })
    const { source, says } = decision
    const receipt = decision.do === 'see' ? 'seen' : 'submitted'
    await advanceDelivery(writer, current, { receipt, source, says, at })
    // A program that tells nothing: more will never be known.
    if (record.runtime === 'shell')
      await writer.messages.changeDelivery(current.id, { state: 'closed', outcome: says })
  })
}

async function noteWaiting({ store }: CourierDeps, { id, name }: AgentRecord, why: string): Promise<void> {
  // Also for what came since: what came before may have been told already.
  if (!(await store.read.messages.waitsOtherwise(id, why))) return
  await store.write(async ({ messages, events }) => {
    if (await messages.setWaiting(id, why))
      await events.append({ type: 'message.waits', actor: 'system', data: { to: name, why } })
  })
}

async function paste({ deps, memories }: Desk, record: AgentRecord): Promise<void> {
  const { store, clock, terminals, runtimes } = deps
  const { pane } = record
  if (pane === null) return
  const opened = await store.write(async (writer) => {
    const current = await writer.agents.byId(record.id)
    if (current?.generation !== record.generation || current.pane !== pane) return undefined
    const at = timestampFromMs(clock.nowMs())
    return openDelivery(deps, writer, { record, way: 'paste', at })
  })
  if (!opened) return
  const { delivery, load } = opened
  const text = record.runtime === 'shell' ? composePlain(load) : composeEnvelope(delivery.id, load)
  const memory = { delivery: delivery.id, enteredMs: clock.monotonicMs(), pastedAtMs: clock.nowMs() }
  memories.set(record.id, memory)
  await terminals.paste(pane, text)
  await pause(deps, runtimes[record.runtime].mail.enterAfterMs)
  await terminals.press(pane, ['Enter'])
  memory.enteredMs = clock.monotonicMs()
  await store.write(async (writer) => {
    const current = await writer.messages.openDelivery(record.id)
    const at = timestampFromMs(clock.nowMs())
    if (current?.id === delivery.id && current.state === 'opening')
      await advanceDelivery(writer, current, { receipt: 'pasted', source: 'cmux', says: TYPED, at })
  })
}

const TYPED = 'put into its prompt, and Enter pressed'

/** Only Enter is ever repeated: the text stands there already. */
async function pressAgain({ deps, memories }: Desk, record: AgentRecord, open: Delivery): Promise<void> {
  const { store, clock, terminals } = deps
  if (record.pane === null) return
  const isOpen = await store.write(async (writer) => {
    const current = await writer.messages.openDelivery(record.id)
    if (current?.id !== open.id || current.state !== open.state) return false
    for (const { id, attempts } of await writer.messages.byIds(open.messages))
      await writer.messages.move(id, { attempts: attempts + 1 })
    return true
  })
  if (!isOpen) return
  await terminals.press(record.pane, ['Enter'])
  const memory = memories.get(record.id)
  if (memory) memory.enteredMs = clock.monotonicMs()
}

async function giveUp(deps: CourierDeps, record: AgentRecord, why: string): Promise<void> {
  const at = timestampFromMs(deps.clock.nowMs())
  await deps.store.write(async (writer) => {
    const open = await writer.messages.openDelivery(record.id)
    const tried = open
      ? await writer.messages.byIds(open.messages)
      : await writer.messages.waiting(record.id, 1)
    if (open) await writer.messages.changeDelivery(open.id, { state: 'closed', outcome: why })
    await letDie(deps, writer, tried, { why, at })
  })
}

async function backOff({ store }: CourierDeps, open: Delivery): Promise<number> {
  const [first] = await store.read.messages.byIds(open.messages.slice(0, 1))
  return BACK_OFF_MS[Math.min(first?.attempts ?? 0, BACK_OFF_MS.length - 1)] ?? 0
}

function pause({ clock }: CourierDeps, ms: number): Promise<void> {
  if (ms === 0) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  clock.after(ms, resolve)
  return promise
}
