// A request by its id, or the error that says there is none.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { ApprovalId } from '../../protocol/ids.ts'
import type { StoreReader } from '../store.ts'
import type { ApprovalRecord } from './approval-record.ts'

export async function findApproval(
  { approvals }: Pick<StoreReader, 'approvals'>,
  id: ApprovalId,
): Promise<ApprovalRecord> {
  const record = await approvals.byId(id)
  if (record) return record
  throw new CmuxError('NOT_FOUND', `there is no request ${id}`, {
    hint: 'see `cmux approvals list --all`; old ones are in `cmux audit --type "approval.*"` only',
  })
}
