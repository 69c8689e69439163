// A notice as it is kept: one row for each channel that gets it, from the decision to its end.
import type { NoticeId } from '../../protocol/ids.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { NoticeDraft } from './notice-draft.ts'

export interface NoticeRecord extends NoticeDraft {
  readonly id: NoticeId
  readonly channel: string
  readonly event: number | null
  readonly at: Timestamp
  readonly count: number
  readonly state: 'waiting' | 'delivered' | 'dead'
  readonly attempts: number
  readonly createdAt: Timestamp
  readonly dueAt: Timestamp
  readonly retryAt: Timestamp | null
  readonly endedAt: Timestamp | null
  readonly error: string | null
  /** What the other side calls it, so that it can be changed later. */
  readonly ref: string | null
}

export interface ChannelRecord {
  readonly name: string
  /** Everything up to this event was looked at. */
  readonly cursor: number
  /** In a row; one that will never be taken counts as several. */
  readonly failures: number
  readonly failingSince: Timestamp | null
  readonly error: string | null
  readonly deliveredAt: Timestamp | null
}
