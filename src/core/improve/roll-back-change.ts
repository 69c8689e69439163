// Takes an adopted change back by a commit that undoes it: history is never rewritten.
import { CmuxError } from '../../protocol/cmux-error.ts'
import { describeChangeState } from '../../protocol/changes/describe-change.ts'
import type { Change } from '../../protocol/changes/change.ts'
import type { ChangeId } from '../../protocol/ids.ts'
import type { Principal } from '../access/principal.ts'
import { composeUndo } from './compose-undo.ts'
import { findChange } from './find-change.ts'
import { moveChange } from './move-change.ts'
import type { ImproveDeps } from './plan-change.ts'

export async function rollBackChange(
  deps: ImproveDeps,
  id: ChangeId,
  by: Pick<Principal, 'actor'>,
  reason: string | null = null,
): Promise<Change> {
  const change = await findChange(deps.store.read, id)
  if (change.state === 'rolling_back' || change.state === 'rolled_back') return change
  const from = ['restarting', 'soaking', 'good'] as const
  if (!change.adopted || !from.some((state) => state === change.state))
    throw new CmuxError(
      'CONFLICT',
      `${id} is ${describeChangeState(change.state)}: there is nothing to roll back`,
    )
  const project = await deps.projects.get(change.project)
  const composed = await composeUndo(deps, project, change, by.actor)
  if (composed.kind === 'impossible') {
    const { why, hint } = composed
    throw new CmuxError('CONFLICT', why, hint === undefined ? {} : { hint })
  }
  const { undone } = composed
  return moveChange(deps, id, { to: 'rolling_back', from, actor: by.actor, undone, note: reason })
}
