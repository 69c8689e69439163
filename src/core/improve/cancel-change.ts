// Calls a change off, as long as nothing of it is on the main branch.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Change, ChangeState } from '../../protocol/change.ts'
import type { ChangeId } from '../../protocol/ids.ts'
import type { Principal } from '../access/principal.ts'
import { moveChange } from './move-change.ts'
import { findChange } from './find-change.ts'
import type { ImproveDeps } from './plan-change.ts'

const CANCELABLE: readonly ChangeState[] = ['planned', 'queued', 'checking']

export async function cancelChange(
  deps: Pick<ImproveDeps, 'store' | 'clock' | 'projects' | 'ground'>,
  id: ChangeId,
  reason: string | null,
  by: Principal,
): Promise<Change> {
  const change = await findChange(deps.store.read, id)
  if (by.agent !== null && by.agent !== change.agent)
    throw new CmuxError('FORBIDDEN', `${id} was planned by ${change.author}`)
  if (change.state === 'canceled') return change
  const canceled = await moveChange(deps, id, {
    to: 'canceled',
    from: CANCELABLE,
    actor: by.actor,
    note: reason,
  })
  const project = await deps.projects.get(change.project)
  await deps.ground.setBranch(project, change.branch, null)
  await deps.ground.release(project, id)
  return canceled
}
