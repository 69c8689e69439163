// Lets a planned change go its way. What needs leave is asked for after the checks; a person may give it with the start, by naming
// exactly what they have seen.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Change, Leave } from '../../protocol/changes/change.ts'
import type { ChangeId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Principal } from '../access/principal.ts'
import { readMarks } from './risk/looks-like-cmux.ts'
import { moveChange } from './move-change.ts'
import { findVisibility } from '../access/find-visibility.ts'
import { findChange } from './find-change.ts'
import type { ImproveDeps } from './plan-change.ts'
import { readChangeRules, type ChangeRulesDeps } from './risk/read-change-rules.ts'
import { grantLeave } from './review/grant-leave.ts'
import { neededLeave } from './review/needed-leave.ts'

type Deps = Pick<ImproveDeps, 'store' | 'clock' | 'projects' | 'ground'> & ChangeRulesDeps

export async function executeChange(
  deps: Deps,
  id: ChangeId,
  approved: string | undefined,
  by: Principal,
): Promise<Change> {
  const change = await findChange(deps.store.read, id, await findVisibility(deps.store.read, by))
  if (by.agent !== null && by.agent !== change.agent)
    throw new CmuxError('FORBIDDEN', `${id} was drafted by ${change.author}`)
  const { state } = change
  if (state === 'reviewing' && approved !== undefined) {
    requireSame(change, approved, by)
    return grantLeave(deps, change, { by: by.actor, via: 'execute', reason: null })
  }
  // Asked again after a lost answer.
  if (state !== 'planned') return change
  const leave = approved === undefined ? null : giveLeave(deps, change, approved, by)
  if (by.agent === null) await requireLeave(deps, { ...change, leave })
  return moveChange(deps, id, { to: 'queued', from: ['planned'], actor: by.actor, leave, note: null })
}

function giveLeave({ clock }: Deps, change: Change, approved: string, by: Principal): Leave {
  requireSame(change, approved, by)
  return { sha256: approved, by: by.actor, at: timestampFromMs(clock.nowMs()), via: 'execute' }
}

function requireSame({ id, sha256 }: Change, approved: string, by: Principal): void {
  if (by.agent !== null)
    throw new CmuxError('APPROVAL_NEEDED', `an agent can’t approve ${id}`, {
      hint: 'execute it without approve: the reviewer is asked after the checks',
    })
  if (approved !== sha256)
    throw new CmuxError('CONFLICT', `${id} has changed since you read it: its sha256 is now ${sha256}`, {
      hint: hintFor(id, sha256),
    })
}

/** A person is here already, so they are not asked by a request in the queue. */
async function requireLeave(deps: Deps, change: Change): Promise<void> {
  const project = await deps.projects.get(change.project)
  const { rules } = await readChangeRules(deps, project, await readMarks(deps.ground, project, change.base))
  const needed = neededLeave(change, rules, await deps.store.read.agents.all())
  if (needed.kind === 'human')
    throw new CmuxError('APPROVAL_NEEDED', `${change.id} needs your approval: ${needed.why}`, {
      hint: hintFor(change.id, change.sha256),
    })
}

const hintFor = (id: ChangeId, sha256: string) =>
  `read it with \`cmux improve show ${id}\`, then run \`cmux improve execute ${id} --approve ${sha256}\``
