// A request as the outside sees it.
import type { Approval } from '../../protocol/approvals/approval.ts'
import type { ApprovalRecord } from './approval-record.ts'

export function describeApproval(record: ApprovalRecord): Approval {
  const { call: _, asker: __, ...shown } = record
  return { ...shown, isCut: false }
}
