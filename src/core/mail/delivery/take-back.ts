// A delivery did not arrive: its messages wait again.
import type { Timestamp } from '../../../protocol/timestamp.ts'
import type { StoreWriter } from '../../store.ts'
import { hasReached, isOver, type Delivery } from '../message-record.ts'
import { moveMessage } from '../move-message.ts'
import { readOwnMessages } from '../read-own-messages.ts'

/** `isTry`: something was typed, and nothing came of it. */
export async function takeBack(
  writer: StoreWriter,
  delivery: Delivery,
  { why, isTry, at }: { readonly why: string; readonly isTry: boolean; readonly at: Timestamp },
): Promise<void> {
  await writer.messages.changeDelivery(delivery.id, { state: 'closed', outcome: why })
  for (const message of await readOwnMessages(writer, delivery)) {
    if (hasReached(message, 'seen') || isOver(message)) continue
    const attempts = message.attempts + (isTry ? 1 : 0)
    const evidence = { receipt: 'accepted', source: 'cmux', says: why, at } as const
    await moveMessage(writer, message, evidence, { delivery: null, attempts })
  }
}
