// A request that nobody waits for any more: because who asked took it back, ended, or was answered elsewhere.
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { StoreWriter } from '../store.ts'
import type { ApprovalRecord } from './approval-record.ts'
import { noteApproval } from './note-approval.ts'

export interface Withdrawal {
  readonly actor: string
  readonly why: string
  readonly at: Timestamp
}

export async function withdrawApproval(
  writer: StoreWriter,
  { id, title, agent }: ApprovalRecord,
  { actor, why, at }: Withdrawal,
): Promise<void> {
  await writer.approvals.change(id, { state: 'withdrawn', ended: { at, why }, call: null })
  await writer.events.append({ type: 'approval.withdrawn', actor, data: { id, title, agent, why } })
  await noteApproval(writer, agent)
}
