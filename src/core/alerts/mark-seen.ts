// An alert waits for nobody any more, and the history tells who said so.
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { StoreWriter } from '../store.ts'
import type { AlertRecord } from './alert-table.ts'

export async function markSeen(
  { alerts, events }: Pick<StoreWriter, 'alerts' | 'events'>,
  alert: AlertRecord,
  acknowledgedBy: string,
  acknowledgedAt: Timestamp,
): Promise<AlertRecord> {
  if (alert.state === 'acknowledged') return alert
  const seen: AlertRecord = { ...alert, state: 'acknowledged', acknowledgedBy, acknowledgedAt }
  await alerts.update(seen)
  const { id, title, project } = seen
  await events.append({ type: 'alert.acknowledged', actor: acknowledgedBy, data: { id, title, project } })
  return seen
}
