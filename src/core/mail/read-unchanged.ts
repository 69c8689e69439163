// A delivery in a transaction, if it is still what it was when we looked: a hook may have told more in between.
import type { StoreReader } from '../store.ts'
import type { Delivery } from './message-record.ts'

export async function readUnchanged(
  { messages }: Pick<StoreReader, 'messages'>,
  seen: Delivery,
): Promise<Delivery | undefined> {
  const current = await messages.openDelivery(seen.agent)
  return current?.id === seen.id && current.state === seen.state ? current : undefined
}
