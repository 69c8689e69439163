// Alerts as they are kept.
import type { Alert, AlertsQuery } from '../../protocol/alerts/alert.ts'
import type { AlertId } from '../../protocol/ids.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'

export interface AlertRecord extends Alert {
  /** What it is about: the same fault has the same. */
  readonly matter: string
  /** How often somebody was told of it, and when last. */
  readonly told: number
  readonly toldAt: Timestamp
}

export interface AlertTableReader {
  byId(id: AlertId): Promise<AlertRecord | undefined>
  /** What happened last first. */
  list(query: AlertsQuery): Promise<AlertRecord[]>
  /** The newest on a matter. */
  lastOn(matter: string): Promise<AlertRecord | undefined>
  /** One of those that `forget` would take away. */
  seenBefore(at: Timestamp): Promise<AlertRecord[]>
  /** How many were raised since then. */
  countSince(at: Timestamp): Promise<number>
}

export interface AlertTableWriter extends AlertTableReader {
  insert(alert: AlertRecord): Promise<void>
  update(alert: AlertRecord): Promise<void>
  /** Those that are dealt with and have not happened since then. */
  forget(before: Timestamp): Promise<void>
}
