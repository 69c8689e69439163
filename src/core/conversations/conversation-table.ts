// Conversations of agents as they are kept: each entry once, whoever tells of it and however often.
import type { ConversationEntry } from '../../protocol/messages/conversation.ts'
import type { HistoryEntry } from '../../protocol/messages/history.ts'
import type { AgentId } from '../../protocol/ids.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'

/** Who told of it. A hook is sooner, a transcript says more and may grow: what is known is replaced by it. */
export type EntrySource = 'hook' | 'transcript' | 'cmux' | 'elsewhere'

export interface HistoryFilter {
  readonly agent: AgentId
  readonly after?: number | undefined
  readonly before?: number | undefined
  readonly kind?: ConversationEntry['kind'] | undefined
  readonly search?: string | undefined
  readonly limit: number
}

export interface ConversationTableReader {
  /** In order of the numbers: with `after` the oldest behind it, else the newest (below `before`). */
  list(filter: HistoryFilter): Promise<HistoryEntry[]>
  find(agent: AgentId, entry: string): Promise<HistoryEntry | undefined>
  /** The number of the newest. */
  last(agent: AgentId): Promise<number | null>
  /** How far this transcript was read; 0 when it never was. */
  readUpTo(agent: AgentId, path: string): Promise<number>
  /** Every agent that has entries, those that were removed too, and how many. */
  counts(): Promise<Map<AgentId, number>>
}

export interface ConversationTableWriter extends ConversationTableReader {
  /** Whether it was new. */
  add(agent: AgentId, entry: ConversationEntry, source: EntrySource, at: Timestamp): Promise<boolean>
  noteRead(agent: AgentId, path: string, offset: number): Promise<void>
  /** Deletes what is older than the newest so many, or than that moment; never the newest. Says how many. */
  cut(agent: AgentId, keep: { readonly newest: number; readonly since: Timestamp }): Promise<number>
}
