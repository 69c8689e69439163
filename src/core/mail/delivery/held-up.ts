// A turn that cmux ends itself, to help an agent on or for a pause: the mail that it was for goes on afterwards.
import type { Timestamp } from '../../../protocol/timestamp.ts'
import type { AgentRecord, Interrupt } from '../../agents/agent-record.ts'
import type { StoreWriter } from '../../store.ts'

export async function heldUp(
  { messages }: StoreWriter,
  { id }: AgentRecord,
  at: Timestamp,
): Promise<Interrupt> {
  const open = await messages.openDelivery(id)
  return { at, isFinal: false, delivery: open?.id ?? null, settledAt: at }
}
