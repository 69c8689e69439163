// Writes a delivery down before it happens, with all that waits for its agent, in the caller's transaction.
import type { Timestamp } from '../../../protocol/timestamp.ts'
import type { AgentRecord } from '../../agents/agent-record.ts'
import type { Entropy } from '../../entropy.ts'
import type { StoreWriter } from '../../store.ts'
import { chooseLoad } from './choose-load.ts'
import type { Delivery, MessageRecord } from '../message-record.ts'

export interface OpenedDelivery {
  readonly delivery: Delivery
  /** What is in it, in order. */
  readonly load: readonly MessageRecord[]
  /** What cmux has done with its workspace meanwhile. */
  readonly movedTo: AgentRecord['movedTo']
}

interface Order {
  readonly record: AgentRecord
  readonly way: Delivery['way']
  readonly at: Timestamp
}

/** Undefined when nothing waits, or another one is still open. */
export async function openDelivery(
  { entropy }: { readonly entropy: Entropy },
  { messages, agents }: StoreWriter,
  { record, way, at }: Order,
): Promise<OpenedDelivery | undefined> {
  if (await messages.openDelivery(record.id)) return undefined
  const load = await chooseLoad(messages, record.id)
  if (load.length === 0) return undefined
  const delivery: Delivery = {
    id: entropy.id('dlv'),
    agent: record.id,
    generation: record.generation,
    way,
    messages: load.map(({ id }) => id),
    state: 'opening',
    openedAt: at,
    outcome: null,
  }
  await messages.insertDelivery(delivery)
  for (const { id } of load) await messages.move(id, { delivery: delivery.id, waitsFor: null })
  // Until it has seen it, each delivery says so.
  const movedTo = (await agents.byId(record.id))?.movedTo ?? null
  if (movedTo) await agents.change(record.id, { movedTo: { ...movedTo, delivery: delivery.id } })
  return { delivery, load, movedTo }
}
