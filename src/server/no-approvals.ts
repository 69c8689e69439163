// Where notices ask about approvals as long as there are none: nothing is asked, and nothing can be decided.
import type { ApprovalDesk } from '../core/notices/approval-desk.ts'
import { CmuxError } from '../protocol/cmux-error.ts'

export const noApprovals: ApprovalDesk = {
  read: () => Promise.resolve(undefined),
  decide: (id) => Promise.reject(new CmuxError('NOT_FOUND', `there is no request ${id}`)),
}
