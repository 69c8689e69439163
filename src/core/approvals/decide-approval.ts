// Writes down a decision, with its event (P10). Whether it may be made is judged before.
import type { Decision } from '../../protocol/approvals/approval.ts'
import type { StoreWriter } from '../store.ts'
import type { ApprovalRecord } from './approval-record.ts'
import { noteApproval } from './note-approval.ts'

export async function decideApproval(
  writer: StoreWriter,
  record: ApprovalRecord,
  state: 'approved' | 'denied',
  decision: Decision,
): Promise<void> {
  const { id, title, agent, sha256 } = record
  const { by: actor, reason, via } = decision
  await writer.approvals.change(id, { state, decision })
  const data = { id, title, agent, state, sha256, reason, via }
  await writer.events.append({ type: 'approval.decided', actor, data })
  await noteApproval(writer, agent)
}
