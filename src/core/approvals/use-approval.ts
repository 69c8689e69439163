// What was approved begins: it held for this once.
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { StoreWriter } from '../store.ts'
import type { ApprovalRecord } from './approval-record.ts'

export async function useApproval(writer: StoreWriter, record: ApprovalRecord, at: Timestamp): Promise<void> {
  const { id, title, agent, requester: actor } = record
  await writer.approvals.change(id, { state: 'used', usedAt: at })
  await writer.events.append({ type: 'approval.used', actor, data: { id, title, agent } })
}
