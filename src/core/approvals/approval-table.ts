// Requests for approval as they are kept.
import type { Approval, ApprovalsQuery } from '../../protocol/approvals/approval.ts'
import type { AgentName, ApprovalId } from '../../protocol/ids.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { ApprovalChange, ApprovalRecord } from './approval-record.ts'

export interface ApprovalTableReader {
  byId(id: ApprovalId): Promise<ApprovalRecord | undefined>
  /** The one that this request of a hook waits for, or has waited for. */
  byAsker(asker: string): Promise<ApprovalRecord | undefined>
  /** Newest first; contents are cut to their beginning. */
  list(query: ApprovalsQuery): Promise<Approval[]>
  /** Oldest first. */
  waiting(limit: number): Promise<ApprovalRecord[]>
  countWaiting(): Promise<number>
  /** Of this kind, and not used yet; oldest first. */
  approved(kind: Approval['kind']): Promise<ApprovalRecord[]>
  /** Pushes that agents asked for, and whose outcome they have not heard yet; oldest first. */
  pushes(): Promise<ApprovalRecord[]>
  /** Of this agent: what waits, and what a call that is not over was allowed; oldest first. */
  openOf(agent: AgentName): Promise<ApprovalRecord[]>
}

export interface ApprovalTableWriter extends ApprovalTableReader {
  insert(record: ApprovalRecord): Promise<void>
  change(id: ApprovalId, change: ApprovalChange): Promise<void>
  /** Those that are over and were asked for before then; the history still tells of them. */
  forget(before: Timestamp): Promise<void>
}
