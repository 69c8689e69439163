// Calls a change off. What is on the main branch already, and was to be restarted, is taken back.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Change, ChangeState } from '../../protocol/changes/change.ts'
import type { ChangeId } from '../../protocol/ids.ts'
import type { Principal } from '../access/principal.ts'
import { moveChange } from './move-change.ts'
import { findVisibility } from '../access/find-visibility.ts'
import { findChange } from './find-change.ts'
import { rollBackChange } from './roll-back-change.ts'
import type { ImproveDeps } from './plan-change.ts'

/** Adopted, and not yet good: calling it off means to take it back. */
const REVERTIBLE: ReadonlySet<ChangeState> = new Set(['restarting', 'soaking'])
const CANCELABLE: readonly ChangeState[] = ['planned', 'queued', 'checking', 'reviewing', 'rehearsing']

export async function cancelChange(
  deps: ImproveDeps,
  id: ChangeId,
  reason: string | null,
  by: Principal,
): Promise<Change> {
  const change = await findChange(deps.store.read, id, await findVisibility(deps.store.read, by))
  if (by.agent !== null && by.agent !== change.agent)
    throw new CmuxError('FORBIDDEN', `${id} was drafted by ${change.author}`)
  if (change.state === 'canceled') return change
  if (REVERTIBLE.has(change.state)) return rollBackChange(deps, id, by, reason)
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
