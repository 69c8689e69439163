import type { StoreWriter } from '../store.ts'
import type { Delivery, MessageRecord } from './message-record.ts'

/** What is still this delivery's: after it was taken back, another one may have it. */
export async function readOwnMessages(
  { messages }: StoreWriter,
  delivery: Pick<Delivery, 'id' | 'messages'>,
): Promise<MessageRecord[]> {
  const all = await messages.byIds(delivery.messages)
  return all.filter((message) => message.delivery === delivery.id)
}
