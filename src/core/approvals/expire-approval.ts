// Nobody has answered in time, which is a no.
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { StoreWriter } from '../store.ts'
import type { ApprovalRecord } from './approval-record.ts'
import { noteApproval } from './note-approval.ts'

export async function expireApproval(
  writer: StoreWriter,
  { id, title, agent }: ApprovalRecord,
  at: Timestamp,
): Promise<void> {
  await writer.approvals.change(id, { state: 'expired', ended: { at, why: 'nobody answered in time' } })
  await writer.events.append({ type: 'approval.expired', actor: 'system', data: { id, title, agent } })
  await noteApproval(writer, agent)
}
