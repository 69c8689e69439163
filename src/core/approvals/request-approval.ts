// A request in somebody's own words, once per id.
import type { RequestApproval } from '../../protocol/approvals/approval.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { HashSecret } from '../access/hash-secret.ts'
import type { Principal } from '../access/principal.ts'
import type { Clock } from '../clock.ts'
import type { Entropy } from '../entropy.ts'
import type { Store } from '../store.ts'
import type { ApprovalRecord } from './approval-record.ts'
import { askInName } from './ask-in-name.ts'

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly entropy: Entropy
  readonly hashSecret: HashSecret
}

export interface RequestedApproval {
  readonly record: ApprovalRecord
  readonly isNew: boolean
}

/** `waitMs`: for requests that say nothing of it. */
export function requestApproval(
  deps: Deps,
  request: RequestApproval,
  by: Principal,
  waitMs: number,
): Promise<RequestedApproval> {
  return deps.store.write(async (writer) => {
    const known = request.id && (await writer.approvals.byId(request.id))
    if (known)
      return {
        record: requireSame(known, { ...request, title: writer.mask.text(request.title) }, by),
        isNew: false,
      }
    const { waitSec, why = '', ...said } = request
    const matter = { ...said, why, waitMs: waitSec === undefined ? waitMs : waitSec * 1000 }
    return { record: await askInName(deps, writer, by, matter), isNew: true }
  })
}

/** An id that means two things would have one of them approved for the other. */
function requireSame(known: ApprovalRecord, { title, content }: RequestApproval, by: Principal) {
  if (known.title === title && known.content === content && known.requester === by.actor) return known
  throw new CmuxError('CONFLICT', `the id ${known.id} was used for another request`, {
    hint: 'give each request an id of its own, or none',
  })
}
