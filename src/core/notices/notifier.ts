// The port to the outside: one for each channel. It tries once, and says what came of it; trying again is not its business.
import type { NoticeId } from '../../protocol/ids.ts'
import type { NoticeUrgency } from '../../protocol/notifications/notice.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { AskedApproval } from './approval-desk.ts'

export interface OutgoingNotice {
  /** The same for each try: who gets it twice can tell. */
  readonly id: NoticeId
  readonly kind: string
  readonly urgency: NoticeUrgency
  readonly title: string
  readonly text: string
  /** A whole address. */
  readonly link: string
  readonly event: number | null
  readonly at: Timestamp
  readonly count: number
  /** It can be answered there. */
  readonly approval?: AskedApproval
  /** What the other side calls the notice that this one changes. */
  readonly replaces?: string
}

export type SendOutcome =
  | { readonly kind: 'delivered'; readonly ref?: string }
  /** It may be taken later; `afterMs` is what the other side asked for. */
  | { readonly kind: 'later'; readonly why: string; readonly afterMs?: number }
  /** It will never be taken. */
  | { readonly kind: 'refused'; readonly why: string }

export interface Notifier {
  send(notice: OutgoingNotice, signal: AbortSignal): Promise<SendOutcome>
  /** Whether it could be sent to; nobody is sent anything. */
  check(
    signal: AbortSignal,
  ): Promise<{ readonly ok: boolean; readonly detail: string; readonly hint: string }>
}
