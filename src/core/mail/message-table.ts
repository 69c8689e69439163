// Messages and deliveries as they are kept.
import type { AgentId, DeliveryId } from '../../protocol/ids.ts'
import type { MailLedger, MessageId, MessagesQuery, UnreadMail } from '../../protocol/messages/message.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { Delivery, MessageMove, MessageRecord } from './message-record.ts'

type MailCounts = Omit<MailLedger, 'oldestWaitingSec'> & { readonly oldestWaitingAt: string | null }

export interface MessageFilter extends Omit<MessagesQuery, 'agent'> {
  readonly agent: string
}

/** What the mail of an agent waits for. */
interface Waiting {
  /** How many of it are next in line. */
  readonly first: number
  readonly why: string
  /** What those behind them wait for. */
  readonly behind: string
}

/** Enough of a message to say that it is there. */
export interface MessageGist extends Pick<MessageRecord, 'id' | 'from' | 'subject' | 'at'> {
  /** Of the body. */
  readonly beginning: string
}

export interface MessageTableReader {
  byId(id: MessageId): Promise<MessageRecord | undefined>
  /** In order; bodies are cut to their beginning. */
  list(filter: MessageFilter): Promise<MessageRecord[]>
  /** What is accepted for this agent and in no delivery, in order. */
  waiting(agent: AgentId, limit: number): Promise<MessageRecord[]>
  /** Whether one of the first that wait for this agent is not said to wait for that, or one behind them for nothing. */
  waitsOtherwise(agent: AgentId, waiting: Pick<Waiting, 'first' | 'why'>): Promise<boolean>
  /** Agents for whom something is under way or waits. */
  agentsWithMail(): Promise<AgentId[]>
  /** The one that is not closed; an agent has one at a time. */
  openDelivery(agent: AgentId): Promise<Delivery | undefined>
  /** The newest one, open or closed. */
  lastDelivery(agent: AgentId): Promise<Delivery | undefined>
  delivery(id: DeliveryId): Promise<Delivery | undefined>
  /** In the order of their numbers. */
  byIds(ids: readonly MessageId[]): Promise<MessageRecord[]>
  /** What has not reached this agent yet, in order. */
  unsettled(agent: AgentId): Promise<MessageRecord[]>
  /** Of the first that wait for this agent, those over that many bytes that were not yet put into a file. */
  unfiled(
    agent: AgentId,
    which: { readonly first: number; readonly overBytes: number },
  ): Promise<MessageRecord[]>
  counts(): Promise<MailCounts>
  /** Sent to them, not acked and not dead. */
  unread(receiver: string): Promise<number>
  /** By agent, of those who have any. */
  unreadByAgent(): Promise<UnreadMail[]>
  /** What was sent to one and is not acked and not dead, newest first. */
  unreadOf(receiver: string, limit: number): Promise<MessageGist[]>
}

export interface MessageTableWriter extends MessageTableReader {
  insert(message: MessageRecord): Promise<void>
  move(id: MessageId, move: MessageMove): Promise<void>
  insertDelivery(delivery: Delivery): Promise<void>
  changeDelivery(id: DeliveryId, change: Partial<Pick<Delivery, 'state' | 'outcome'>>): Promise<void>
  /** False when it was known already of the first. */
  setWaiting(agent: AgentId, waiting: Waiting): Promise<boolean>
  countDuplicate(): Promise<void>
  /**
   * Deletes those after `after`, at most `limit`, that are closed and were opened before `before`, but for the newest of each agent.
   * Where it came to; undefined at the end.
   */
  forgetDeliveries(which: OldDeliveries): Promise<DeliveryId | undefined>
}

interface OldDeliveries {
  readonly after: DeliveryId | undefined
  readonly before: Timestamp
  readonly limit: number
}
