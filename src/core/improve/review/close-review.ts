// Nobody is asked any more: a request that still waits is taken back, so that no yes comes too late.
import { describeChangeState } from '../../../protocol/changes/describe-change.ts'
import type { Change } from '../../../protocol/changes/change.ts'
import type { Timestamp } from '../../../protocol/timestamp.ts'
import { withdrawApproval } from '../../approvals/withdraw-approval.ts'
import type { StoreWriter } from '../../store.ts'

export async function closeReview(
  writer: StoreWriter,
  { id, review }: Pick<Change, 'id' | 'review'>,
  to: Change['state'],
  at: Timestamp,
): Promise<void> {
  const request = review?.approval ? await writer.approvals.byId(review.approval) : undefined
  if (request?.state !== 'waiting') return
  const why = `${id} was decided otherwise: ${describeChangeState(to)}`
  await withdrawApproval(writer, request, { actor: 'system', why, at })
}
