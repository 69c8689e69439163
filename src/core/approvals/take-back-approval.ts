// Who asked takes a request back.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { ApprovalId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Principal } from '../access/principal.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'
import type { ApprovalRecord } from './approval-record.ts'
import { findApproval } from './find-approval.ts'
import { withdrawApproval } from './withdraw-approval.ts'

interface Deps {
  readonly store: Store
  readonly clock: Clock
}

export function takeBackApproval(deps: Deps, id: ApprovalId, by: Principal): Promise<ApprovalRecord> {
  return deps.store.write(async (writer) => {
    const record = await findApproval(writer, id)
    if (record.requester !== by.actor)
      throw new CmuxError('FORBIDDEN', `only ${record.requester} can take ${id} back`, {
        hint: 'a person who does not want it denies it',
      })
    if (record.state === 'withdrawn') return record
    if (record.state !== 'waiting')
      throw new CmuxError('CONFLICT', `${id} is ${record.state}: there is nothing left to take back`)
    const at = timestampFromMs(deps.clock.nowMs())
    await withdrawApproval(writer, record, { actor: by.actor, why: 'taken back by who asked', at })
    return findApproval(writer, id)
  })
}
