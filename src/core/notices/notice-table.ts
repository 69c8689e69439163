// Where notices wait until they are delivered, and how far each channel has read the history.
import type { NoticeId } from '../../protocol/ids.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { ChannelRecord, NoticeRecord } from './notice-record.ts'

interface NoticeFilter {
  readonly channel?: string | undefined
  readonly state?: NoticeRecord['state'] | undefined
  readonly limit: number
}

export interface NoticeTableReader {
  byId(id: NoticeId): Promise<NoticeRecord | undefined>
  /** Newest first. */
  list(filter: NoticeFilter): Promise<NoticeRecord[]>
  /** The oldest that is due. */
  firstDue(channel: string, now: Timestamp): Promise<NoticeRecord | undefined>
  /** When the next one is due, of those that wait. */
  nextDueAt(channel: string): Promise<Timestamp | undefined>
  /** The newest on a matter. */
  lastOn(channel: string, matter: string): Promise<NoticeRecord | undefined>
  /** How many were, or will be, due after that moment. */
  countDueAfter(channel: string, at: Timestamp): Promise<number>
  count(channel: string, state: NoticeRecord['state']): Promise<number>
  channels(): Promise<ChannelRecord[]>
}

export interface NoticeTableWriter extends NoticeTableReader {
  insert(notice: NoticeRecord): Promise<void>
  update(notice: NoticeRecord): Promise<void>
  putChannel(channel: ChannelRecord): Promise<void>
  /** Forgets a channel with all that it had. */
  removeChannel(name: string): Promise<void>
  /** Forgets what ended before that moment. */
  forgetEnded(before: Timestamp): Promise<void>
}
