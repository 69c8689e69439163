// A request for approval as it is when it no longer waits, when the limit is over, or when the client is gone.
import type { FastifyReply } from 'fastify'
import { findApproval } from '../../core/approvals/find-approval.ts'
import type { ApprovalRecord } from '../../core/approvals/approval-record.ts'
import type { ApprovalId } from '../../protocol/ids.ts'
import type { Context } from '../context.ts'
import { signalOfReply } from './signal-of-reply.ts'

export interface ApprovalWait {
  readonly reply: FastifyReply
  readonly limitMs: number
  readonly isWaiting: (record: ApprovalRecord) => boolean
}

export async function waitForApproval(
  { store, waits }: Pick<Context, 'store' | 'waits'>,
  id: ApprovalId,
  { reply, limitMs, isWaiting }: ApprovalWait,
): Promise<ApprovalRecord> {
  using gone = signalOfReply(reply)
  const find = () => findApproval(store.read, id)
  await waits.until(id, { limitMs, signal: gone.signal, isWaiting: async () => isWaiting(await find()) })
  return find()
}
