// Takes an adopted change back by a commit that undoes it: history is never rewritten.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Change } from '../../protocol/change.ts'
import type { ChangeId } from '../../protocol/ids.ts'
import type { Principal } from '../access/principal.ts'
import { moveChange } from './move-change.ts'
import { findChange } from './find-change.ts'
import type { ImproveDeps } from './plan-change.ts'

export async function rollBackChange(deps: ImproveDeps, id: ChangeId, by: Principal): Promise<Change> {
  const change = await findChange(deps.store.read, id)
  if (change.state === 'rolling_back' || change.state === 'rolled_back') return change
  if (change.state !== 'good' || !change.adopted)
    throw new CmuxError('CONFLICT', `${id} is ${change.state}: there is nothing to take back`)
  const project = await deps.projects.get(change.project)
  const main = await deps.ground.main(project)
  if (main === undefined)
    throw new CmuxError('CONFLICT', `${project.name} has no branch ${project.mainBranch} any more`)
  const { from, to } = change.adopted
  const message = `Take back: ${change.description}\n\nThis undoes ${to}.\n\nChange: ${id}\nAsked-by: ${by.actor}\n`
  const joined = await deps.ground.join({ project, base: to, head: from, onto: main, message })
  if (joined.kind === 'conflict')
    throw new CmuxError('CONFLICT', `what came later builds on it: ${joined.files.join(', ')}`, {
      hint: `undo it by hand (\`git revert ${to.slice(0, 12)}\`), or roll the later ones back first`,
    })
  const undone = { from: main, to: joined.head }
  return moveChange(deps, id, { to: 'rolling_back', from: ['good'], actor: by.actor, undone, note: null })
}
