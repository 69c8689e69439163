// What there is to tell of an event, before it is decided who is told and when.
import type { NoticeKind, NoticeUrgency } from '../../protocol/notifications/notice.ts'

export interface NoticeDraft {
  readonly kind: NoticeKind
  readonly urgency: NoticeUrgency
  /** What it is about: the same matter is not told twice in a short time. */
  readonly matter: string
  readonly title: string
  readonly text: string
  /** Where in the dashboard. */
  readonly link: string
  /** The request that can be answered right there. */
  readonly approval?: string
  /** Only for who was told of this matter: it changes what they were shown. */
  readonly follows?: string
}
