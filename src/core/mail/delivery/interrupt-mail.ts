// An interrupt is final (L3): the mail of the turn that was ended is not submitted again before a person says so.
import type { DeliveryId } from '../../../protocol/ids.ts'
import type { ReceiptEvidence } from '../../../protocol/messages/message.ts'
import type { AgentRecord } from '../../agents/agent-record.ts'
import type { StoreWriter } from '../../store.ts'
import type { Delivery } from '../message-record.ts'
import { moveMessage } from '../move-message.ts'
import { readOwnMessages } from '../read-own-messages.ts'

type Why = Pick<ReceiptEvidence, 'source' | 'says' | 'at'>

/** Resolves with the delivery that the turn was for, if there was one. */
export async function interruptMail(
  writer: StoreWriter,
  record: AgentRecord,
  why: Why,
): Promise<DeliveryId | null> {
  const delivery = await findDeliveryOfTurn(writer, record)
  if (!delivery) return null
  await interruptDelivery(writer, delivery, why)
  return delivery.id
}

export async function interruptDelivery(writer: StoreWriter, delivery: Delivery, why: Why): Promise<void> {
  await writer.messages.changeDelivery(delivery.id, { state: 'closed', outcome: 'interrupted' })
  for (const message of await readOwnMessages(writer, delivery))
    if (message.receipt !== 'acked' && message.receipt !== 'dead')
      await moveMessage(writer, message, { receipt: 'interrupted', ...why })
}

/** The one that is under way, or the one that the agent has read and is still working on. */
async function findDeliveryOfTurn(
  { messages }: StoreWriter,
  { id, generation, status, restedAt }: AgentRecord,
): Promise<Delivery | undefined> {
  const last = await messages.lastDelivery(id)
  if (last?.state !== 'closed') return last
  const isAtWork = status === 'working' || status === 'waiting'
  // Since it came to rest it may have been asked something else, at its terminal.
  const isOfThisTurn = restedAt === null || Date.parse(last.openedAt) > Date.parse(restedAt)
  return isAtWork && isOfThisTurn && last.generation === generation && last.outcome === 'seen'
    ? last
    : undefined
}
