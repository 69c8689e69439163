// Its turn has come: the change gets its branch, so that anybody can look at it, and the main branch its mark. What was checked before
// it was reviewed is not checked again, as long as the main branch, and so what it is checked by, is the same.
import { moveChange } from '../move-change.ts'
import { ACTOR, type Stage } from '../run-deps.ts'
import { passChecks } from './pass-checks.ts'

export const beginChecks: Stage = async (deps, project, change) => {
  await deps.ground.setBranch(project, change.branch, change.head)
  const hindrance = await (await deps.findLive(project))?.findHindrance?.({ project, change })
  if (hindrance !== undefined)
    return moveChange(deps, change.id, { to: 'refused', from: ['queued'], actor: ACTOR, note: hindrance })
  const main = await deps.ground.main(project)
  await deps.ground.checkpoint(project, change.id, main ?? change.base)
  if (change.checkedHead === change.head && main === change.base)
    return passChecks(deps, project, change, ['queued'])
  return moveChange(deps, change.id, { to: 'checking', from: ['queued'], actor: ACTOR, checks: [] })
}
