// A new request: written with the event that tells of it, and with the hash of exactly what is asked.
import type { Approval } from '../../protocol/approvals/approval.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { HashSecret } from '../access/hash-secret.ts'
import type { Entropy } from '../entropy.ts'
import type { StoreWriter } from '../store.ts'
import type { ApprovalRecord } from './approval-record.ts'
import { noteApproval } from './note-approval.ts'

type Asked = Pick<
  Approval,
  | 'kind'
  | 'title'
  | 'risk'
  | 'content'
  | 'requester'
  | 'agent'
  | 'generation'
  | 'project'
  | 'why'
  | 'inDialog'
>

export interface NewApproval extends Asked {
  /** Default: a new one. */
  readonly id?: Approval['id'] | undefined
  readonly waitMs: number
  readonly call: string | null
  readonly asker: string | null
}

export interface AskDeps {
  readonly entropy: Entropy
  /** SHA-256, in hexadecimal digits. */
  readonly hashSecret: HashSecret
}

export async function askApproval(
  { entropy, hashSecret }: AskDeps,
  writer: StoreWriter,
  { waitMs, id = entropy.id('apr'), ...asked }: NewApproval,
  nowMs: number,
): Promise<ApprovalRecord> {
  const { kind, title, risk, agent, generation, project, why, requester: actor } = asked
  const sha256 = hashSecret(asked.content)
  const expiresAt = timestampFromMs(nowMs + waitMs)
  const told = { id, kind, title, risk, sha256, agent, generation, project, why, expiresAt }
  const { seq, at: createdAt } = await writer.events.append({ type: 'approval.asked', actor, data: told })
  const record: ApprovalRecord = {
    ...asked,
    id,
    seq,
    sha256,
    createdAt,
    expiresAt,
    state: 'waiting',
    decision: null,
    ended: null,
    usedAt: null,
  }
  await writer.approvals.insert(record)
  await noteApproval(writer, agent)
  return record
}
