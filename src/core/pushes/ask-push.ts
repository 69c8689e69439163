// A push becomes a request for approval: an agent's waits for a person, and a person's own is agreed to as it is made. The same push
// again is the same request, so an agent that asks anew after a lost answer asks nobody twice.
import type { ApprovalRecord } from '../approvals/approval-record.ts'
import { askApproval, type AskDeps } from '../approvals/ask-approval.ts'
import { decideApproval } from '../approvals/decide-approval.ts'
import { requireRoom } from '../approvals/require-room.ts'
import type { Principal } from '../access/principal.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'
import type { DecisionWay } from '../../protocol/approvals/approval.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { PlannedPush } from './prepare-push.ts'

interface Deps extends AskDeps {
  readonly store: Store
  readonly clock: Clock
}

export interface Asker {
  readonly by: Principal
  /** Where a person asked. */
  readonly via: DecisionWay
}

/** Stands at a request until the agent that asked knows what came of it. */
export const UNTOLD = 'push'

export function askPush(
  deps: Deps,
  { order, title, risk, why, content }: PlannedPush,
  { by, via }: Asker,
  waitMs: number,
): Promise<ApprovalRecord> {
  const { actor, agent, generation } = by
  // Nobody decides what they asked for: of a person's own push, cmux asks and they agree.
  const requester = agent === null ? 'system' : actor
  return deps.store.write(async (writer) => {
    const open = await writer.approvals.pushes()
    const known = open.find(
      (each) => each.requester === requester && each.content === content && isUnderWay(each),
    )
    if (known) return known
    await requireRoom(writer)
    const nowMs = deps.clock.nowMs()
    const matter = { kind: 'push', title, risk, why, content, waitMs, project: order.project } as const
    const call = agent === null ? null : UNTOLD
    const who = { requester, agent, generation, inDialog: false, call, asker: null }
    const record = await askApproval(deps, writer, { ...matter, ...who }, nowMs)
    if (agent !== null) return record
    const decision = { by: actor, at: timestampFromMs(nowMs), reason: null, via } as const
    await decideApproval(writer, record, 'approved', decision)
    return { ...record, state: 'approved', decision }
  })
}

export const isUnderWay = ({ state }: Pick<ApprovalRecord, 'state'>) =>
  state === 'waiting' || state === 'approved'
