// Lets a planned change go its way. What needs more than checks is let through by a person who names exactly what they have seen.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Change } from '../../protocol/change.ts'
import type { ChangeId } from '../../protocol/ids.ts'
import type { Principal } from '../access/principal.ts'
import { moveChange } from './move-change.ts'
import { findChange } from './find-change.ts'
import type { ImproveDeps } from './plan-change.ts'

export async function executeChange(
  deps: Pick<ImproveDeps, 'store' | 'clock'>,
  id: ChangeId,
  approved: string | undefined,
  by: Principal,
): Promise<Change> {
  const change = await findChange(deps.store.read, id)
  if (by.agent !== null && by.agent !== change.agent)
    throw new CmuxError('FORBIDDEN', `${id} was planned by ${change.author}`)
  // Asked again after a lost answer.
  if (change.state !== 'planned') return change
  requireLeave(change, approved, by)
  return moveChange(deps, id, { to: 'queued', from: ['planned'], actor: by.actor, note: null })
}

function requireLeave(
  { id, tier, sha256, skipTests }: Change,
  approved: string | undefined,
  by: Principal,
): void {
  if (tier === 'safe' && !skipTests) return
  const what = skipTests
    ? 'skips its checks'
    : `touches what is ${tier === 'care' ? 'to be treated with care' : 'forbidden'}`
  const hint = `a person looks at it (\`cmux improve show ${id}\`) and says \`cmux improve execute ${id} --approve ${sha256}\``
  if (by.agent !== null)
    throw new CmuxError('APPROVAL_NEEDED', `${id} ${what}: a person has to allow it`, { hint })
  if (approved === undefined) throw new CmuxError('APPROVAL_NEEDED', `${id} ${what}`, { hint })
  if (approved !== sha256)
    throw new CmuxError('CONFLICT', `what you approve is not what ${id} is: its sum is ${sha256}`, { hint })
}
