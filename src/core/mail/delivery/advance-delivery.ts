// A delivery gets further, and all its messages with it, in the caller's transaction.
import type { ReceiptEvidence } from '../../../protocol/messages/message.ts'
import type { StoreWriter } from '../../store.ts'
import { hasReached, type Delivery } from '../message-record.ts'
import { moveMessage } from '../move-message.ts'
import { readOwnMessages } from '../read-own-messages.ts'

export interface Sign extends ReceiptEvidence {
  readonly receipt: 'pasted' | 'submitted' | 'seen'
}

const STATE_AT = {
  pasted: { state: 'pasted' },
  submitted: { state: 'submitted' },
  seen: { state: 'closed', outcome: 'seen' },
} as const satisfies Record<Sign['receipt'], Partial<Delivery>>

export async function advanceDelivery(writer: StoreWriter, delivery: Delivery, sign: Sign): Promise<void> {
  await writer.messages.changeDelivery(delivery.id, STATE_AT[sign.receipt])
  for (const message of await readOwnMessages(writer, delivery))
    if (!hasReached(message, sign.receipt)) await moveMessage(writer, message, sign)
  if (sign.receipt === 'seen') await forgetMove(writer, delivery)
}

/** It has read where its workspace is now. */
async function forgetMove({ agents }: StoreWriter, { id, agent }: Delivery): Promise<void> {
  const record = await agents.byId(agent)
  if (record?.movedTo?.delivery === id) await agents.change(agent, { movedTo: null })
}
