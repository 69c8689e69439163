// Does what was decided about one agent's mail.
import { timestampFromMs } from '../../../protocol/timestamp.ts'
import type { AgentRecord } from '../../agents/agent-record.ts'
import { advanceDelivery } from './advance-delivery.ts'
import type { CourierDeps, CourierDesk, MailCase } from './courier-desk.ts'
import type { DeliveryDecision } from './decide-delivery.ts'
import { interruptDelivery } from './interrupt-mail.ts'
import { letDie } from '../let-die.ts'
import type { Delivery } from '../message-record.ts'
import { noteWaiting } from './note-waiting.ts'
import { pasteMail } from './paste-mail.ts'
import { pressAgain } from './press-again.ts'
import { readUnchanged } from '../read-unchanged.ts'
import { takeBack } from './take-back.ts'

export async function carryOut(
  desk: CourierDesk,
  { record, open }: MailCase,
  decision: DeliveryDecision,
): Promise<void> {
  if (decision.do === 'wait') return noteWaiting(desk.deps, record, decision.why)
  if (decision.do === 'paste') return pasteMail(desk, record)
  if (decision.do === 'give up') return giveUp(desk.deps, record, decision.why)
  if (!open || decision.do === 'nothing') return
  if (decision.do === 'press enter') return pressAgain(desk, record, open)
  if (decision.do === 'take back') return tryLater(desk, open, decision)
  if (decision.do === 'interrupt') return noteInterrupt(desk.deps, open, decision)
  return advance(desk.deps, record, open, decision)
}

type Decided<What extends DeliveryDecision['do']> = Extract<DeliveryDecision, { readonly do: What }>

async function giveUp({ store, clock }: CourierDeps, record: AgentRecord, why: string): Promise<void> {
  const at = timestampFromMs(clock.nowMs())
  await store.write(async (writer) => {
    const open = await writer.messages.openDelivery(record.id)
    const tried = open
      ? await writer.messages.byIds(open.messages)
      : await writer.messages.waiting(record.id, 1)
    if (open) await writer.messages.changeDelivery(open.id, { state: 'closed', outcome: why })
    await letDie({ clock }, writer, tried, { why, at })
  })
}

/** By the tries that were made. */
const BACK_OFF_MS = [1000, 2000, 4000, 8000, 15_000, 30_000]

async function tryLater(
  { deps, notBefore }: CourierDesk,
  open: Delivery,
  { why, isTry }: Decided<'take back'>,
): Promise<void> {
  const { store, clock } = deps
  const [first] = await store.read.messages.byIds(open.messages.slice(0, 1))
  const pauseMs = BACK_OFF_MS[Math.min(first?.attempts ?? 0, BACK_OFF_MS.length - 1)] ?? 0
  notBefore.set(open.agent, clock.monotonicMs() + pauseMs)
  const at = timestampFromMs(clock.nowMs())
  await store.write(async (writer) => {
    const current = await readUnchanged(writer, open)
    if (current) await takeBack(writer, current, { why, isTry, at })
  })
}

/** What stands in the prompt is then cleared, so that other mail can be typed there (`interrupt-keeper.ts`). */
async function noteInterrupt(
  { store, clock }: CourierDeps,
  open: Delivery,
  { source, says }: Decided<'interrupt'>,
): Promise<void> {
  const at = timestampFromMs(clock.nowMs())
  await store.write(async (writer) => {
    const current = await readUnchanged(writer, open)
    if (!current) return
    await interruptDelivery(writer, current, { source, says, at })
    const interrupt = { at, isFinal: true, delivery: current.id, settledAt: null }
    await writer.agents.change(current.agent, { interrupt })
  })
}

async function advance(
  { store, clock }: CourierDeps,
  { runtime }: AgentRecord,
  open: Delivery,
  { do: what, source, says }: Decided<'confirm' | 'see'>,
): Promise<void> {
  const receipt = what === 'see' ? 'seen' : 'submitted'
  const at = timestampFromMs(clock.nowMs())
  await store.write(async (writer) => {
    const current = await readUnchanged(writer, open)
    if (!current) return
    await advanceDelivery(writer, current, { receipt, source, says, at })
    // A program that tells nothing: more will never be known.
    if (runtime === 'shell')
      await writer.messages.changeDelivery(current.id, { state: 'closed', outcome: says })
  })
}
