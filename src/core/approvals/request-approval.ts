// A request in somebody's own words, once per id.
import type { RequestApproval } from '../../protocol/approval.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { HashSecret } from '../access/hash-secret.ts'
import type { Principal } from '../access/principal.ts'
import type { Clock } from '../clock.ts'
import type { Entropy } from '../entropy.ts'
import type { Store } from '../store.ts'
import type { ApprovalRecord } from './approval-record.ts'
import { askApproval } from './ask-approval.ts'
import { requireRoom } from './require-room.ts'

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
    if (known) return { record: requireSame(known, request, by), isNew: false }
    await requireRoom(writer)
    const agent = by.agent && (await writer.agents.byName(by.agent))
    const { waitSec, ...said } = request
    const asked = {
      ...said,
      why: request.why ?? '',
      requester: by.actor,
      agent: by.agent,
      generation: by.generation,
      project: agent ? agent.project : null,
      waitMs: waitSec === undefined ? waitMs : waitSec * 1000,
      inDialog: false,
      call: null,
      asker: null,
    }
    return { record: await askApproval(deps, writer, asked, deps.clock.nowMs()), isNew: true }
  })
}

/** An id that means two things would have one of them approved for the other. */
function requireSame(known: ApprovalRecord, { title, content }: RequestApproval, by: Principal) {
  if (known.title === title && known.content === content && known.requester === by.actor) return known
  throw new CmuxError('CONFLICT', `the id ${known.id} was used for another request`, {
    hint: 'give each request an id of its own, or none',
  })
}
