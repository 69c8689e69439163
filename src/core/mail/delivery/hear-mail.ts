// What an agent's hook tells of its mail, and what mail its answer carries back: all in the transaction of the hook, so that a
// repeat of the same request changes nothing and gets the same answer.
import type { Timestamp } from '../../../protocol/timestamp.ts'
import type { AgentRecord } from '../../agents/agent-record.ts'
import { isBeingInterrupted } from '../../agents/is-being-interrupted.ts'
import type { HookAnswer, HookNews, Runtime } from '../../agents/runtime.ts'
import type { Entropy } from '../../entropy.ts'
import type { StoreWriter } from '../../store.ts'
import { advanceDelivery } from './advance-delivery.ts'
import { composeEnvelope, findDeliveries } from './compose-envelope.ts'
import { hasReached, type Delivery } from '../message-record.ts'
import { openDelivery } from './open-delivery.ts'
import { takeBack } from './take-back.ts'

export interface HeardMail {
  readonly record: AgentRecord
  readonly news: readonly HookNews[]
  readonly mail: Runtime['mail']
  readonly at: Timestamp
}

/** What the hook is answered because of mail, in the words of the agent's program. */
export interface MailAnswer {
  /** `refused`: a prompt that it had already. `carried`: the end of its turn gives it more to do. */
  readonly kind: 'refused' | 'carried'
  readonly answer: HookAnswer
}

/** Undefined when there is nothing to say. */
export async function hearMail(
  { entropy }: { readonly entropy: Entropy },
  writer: StoreWriter,
  heard: HeardMail,
): Promise<MailAnswer | undefined> {
  let answer: MailAnswer | undefined
  for (const item of heard.news) {
    if (item.kind === 'turn started') answer = (await takePrompt(writer, heard, item.prompt)) ?? answer
    if (isSignOfLife(item)) await noteAnswer(writer, heard, item)
    if (item.kind === 'turn ended' && item.failure === null)
      answer = (await carryAtTurnEnd(entropy, writer, heard)) ?? answer
  }
  return answer
}

/** It goes on with what it was given. A turn that failed may have failed before the model saw any of it. */
function isSignOfLife(item: HookNews): boolean {
  if (item.kind === 'turn ended') return item.failure === null
  return item.kind === 'tool started' || item.kind === 'tool ended' || item.kind === 'waiting'
}

async function noteAnswer(writer: StoreWriter, { record, at }: HeardMail, item: HookNews): Promise<void> {
  const open = await writer.messages.openDelivery(record.id)
  if (open?.state !== 'submitted' || open.generation !== record.generation) return
  await advanceDelivery(writer, open, { receipt: 'seen', source: 'hook', says: `after it: ${item.kind}`, at })
}

const SHOWN_ALREADY = 'cmux: this mail was shown to you already; nothing is lost.'

async function takePrompt(
  writer: StoreWriter,
  heard: HeardMail,
  prompt: string | null,
): Promise<MailAnswer | undefined> {
  const { record, mail, at } = heard
  const open = await writer.messages.openDelivery(record.id)
  // A runtime that does not say what was asked: then it can only be what we typed.
  const ids = prompt === null ? [] : findDeliveries(prompt)
  const named = prompt === null ? open && [open] : await findOwn(writer, record, ids)
  for (const delivery of named ?? []) {
    if (isStopped(heard, delivery))
      return mail.refusePrompt && { kind: 'refused', answer: mail.refusePrompt(INTERRUPTED) }
    if (await wasShownOtherwise(writer, delivery)) {
      // One that can't refuse is shown it again, and nothing is hidden.
      if (!mail.refusePrompt) return undefined
      await writer.messages.countDuplicate()
      return { kind: 'refused', answer: mail.refusePrompt(SHOWN_ALREADY) }
    }
    if (open && open.id !== delivery.id && open.state !== 'submitted')
      await takeBack(writer, open, { why: `it came with ${delivery.id}`, isTry: false, at })
    await claim(writer, delivery)
    await advanceDelivery(writer, delivery, {
      receipt: 'submitted',
      source: 'hook',
      says: 'took it as a prompt',
      at,
    })
  }
  return undefined
}

const INTERRUPTED = 'cmux: this was interrupted before you had it.'
/** A hook on a busy machine tells that late of a prompt that was taken before the interrupt. */
const HOOK_LATE_MS = 5000

/** Later it is a person who took it out of the history of its prompt. */
function isStopped({ record: { interrupt }, at }: HeardMail, { id }: Delivery): boolean {
  if (!interrupt?.isFinal || interrupt.delivery !== id) return false
  return interrupt.settledAt === null || Date.parse(at) - Date.parse(interrupt.settledAt) < HOOK_LATE_MS
}

async function findOwn(
  writer: StoreWriter,
  record: AgentRecord,
  ids: readonly Delivery['id'][],
): Promise<Delivery[]> {
  const found = await Promise.all(ids.map((id) => writer.messages.delivery(id)))
  return found.filter(
    (delivery) => delivery?.agent === record.id && delivery.generation === record.generation,
  ) as Delivery[]
}

/** It was taken back, and what was in it has reached the agent in another one. */
async function wasShownOtherwise(writer: StoreWriter, delivery: Delivery): Promise<boolean> {
  const messages = await writer.messages.byIds(delivery.messages)
  return messages.some((message) => message.delivery !== delivery.id && hasReached(message, 'submitted'))
}

/** A late word of one that was taken back: what is in it is its own again. */
async function claim(writer: StoreWriter, delivery: Delivery): Promise<void> {
  for (const message of await writer.messages.byIds(delivery.messages))
    if (message.delivery !== delivery.id) await writer.messages.move(message.id, { delivery: delivery.id })
}

async function carryAtTurnEnd(
  entropy: Entropy,
  writer: StoreWriter,
  { record, mail, at }: HeardMail,
): Promise<MailAnswer | undefined> {
  const { goOn } = mail
  if (
    !goOn ||
    record.carried >= goOn.inARowMax ||
    record.ending ||
    record.paused ||
    isBeingInterrupted(record) ||
    record.desired !== 'running'
  )
    return undefined
  const opened = await openDelivery({ entropy }, writer, { record, way: 'turn end', at })
  if (!opened) return undefined
  const { delivery, load, movedTo } = opened
  const says = 'given with the end of its turn'
  await advanceDelivery(writer, delivery, { receipt: 'submitted', source: 'hook', says, at })
  return { kind: 'carried', answer: goOn.answer(composeEnvelope(delivery.id, load, movedTo)) }
}
