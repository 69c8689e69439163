// A request for approval as it is kept.
import type { Approval } from '../../protocol/approvals/approval.ts'

export interface ApprovalRecord extends Omit<Approval, 'isCut'> {
  /** The call of a tool that waits for it, or uses it; null when that is over, or when it is about something else. */
  readonly call: string | null
  /** The request of the hook that waits: its repeats find the same answer. */
  readonly asker: string | null
}

export type ApprovalChange = Partial<
  Pick<ApprovalRecord, 'state' | 'decision' | 'ended' | 'usedAt' | 'call' | 'asker' | 'expiresAt'>
>
