// Where the newest hash is written down outside of the database, so that whoever rewrites the database is found out.
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { Link } from './link-event.ts'

export interface Anchor extends Link {
  readonly at: Timestamp
  /** A backup was brought back: what earlier anchors tell of is no longer this history. */
  readonly restored?: boolean | undefined
}

export interface AnchorBook {
  /** On disk when it resolves. */
  add(anchor: Anchor): Promise<void>
  /** In the order in which they were added. */
  list(): Promise<Anchor[]>
}
