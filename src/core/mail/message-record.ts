// A message as it is kept, and the deliveries that bring messages to an agent's prompt.
import type { AgentId, DeliveryId } from '../../protocol/ids.ts'
import type { Message, MessageId, Receipt } from '../../protocol/messages/message.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'

export interface MessageRecord extends Message {
  /** Who the token said it was; `from` is how they are addressed. */
  readonly actor: string
  /** Whose prompt it goes to; null for a person's inbox. By id, since a name can be given again. */
  readonly agent: AgentId | null
  /** The delivery that has it, or had it last. */
  readonly delivery: DeliveryId | null
  /** Where a long body was put for the agent to read. */
  readonly attachment: string | null
}

/** What may change after it was accepted. */
export type MessageMove = Partial<
  Pick<MessageRecord, 'receipt' | 'evidence' | 'attempts' | 'waitsFor' | 'delivery' | 'attachment'>
>

type DeliveryState =
  /** Written down before the paste: after a crash it is not known whether it happened. */
  | 'opening'
  | 'pasted'
  /** The agent has taken it as a prompt. */
  | 'submitted'
  /** Over: seen, or its messages wait for another one. */
  | 'closed'

/** One paste, or one answer to a hook, with all that waited then. Its id stands in the text, so that the agent's hooks tell of it. */
export interface Delivery {
  readonly id: DeliveryId
  readonly agent: AgentId
  readonly generation: number
  readonly way: 'paste' | 'turn end'
  /** In order. What was taken back may be in a later one as well. */
  readonly messages: readonly MessageId[]
  readonly state: DeliveryState
  readonly openedAt: Timestamp
  readonly outcome: string | null
}

const ORDER: readonly Receipt[] = ['accepted', 'pasted', 'submitted', 'seen', 'acked']

/** Dead and interrupted are no stages on the way. */
export function hasReached(message: Pick<Message, 'receipt'>, receipt: Receipt): boolean {
  return ORDER.indexOf(message.receipt) >= ORDER.indexOf(receipt)
}

/** Nobody brings it to its agent any more, unless a person says so. */
export function isOver({ receipt }: Pick<Message, 'receipt'>): boolean {
  return receipt === 'dead' || receipt === 'interrupted'
}
