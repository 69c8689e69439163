// Its checks have passed. It goes on, unless somebody has to look at it first: then they are asked, and it makes room for others.
import type { Change, ChangeState } from '../../../protocol/change.ts'
import type { Project } from '../../../protocol/project.ts'
import { moveChange } from '../move-change.ts'
import { neededLeave } from '../review/needed-leave.ts'
import { openReview } from '../review/open-review.ts'
import { ACTOR, type RunDeps, type Taken } from '../run-deps.ts'

export async function passChecks(
  deps: RunDeps,
  project: Project,
  change: Change,
  from: readonly ChangeState[],
): Taken {
  const { id, checks, head: checkedHead } = change
  const rules = await deps.projects.readRules(project)
  const needed = neededLeave(change, rules, await deps.store.read.agents.all())
  const step = { from, actor: ACTOR, checks, checkedHead, running: null } as const
  if (needed.kind === 'none') return moveChange(deps, id, { ...step, to: 'rehearsing' })
  const patch = await deps.ground.patch(project, change.base, change.head)
  const note = needed.kind === 'agent' ? `${needed.agent} looks at it` : `${needed.why}: a person is asked`
  await moveChange(deps, id, {
    ...step,
    to: 'reviewing',
    note,
    also: async (writer) => ({ review: await openReview(deps, writer, change, needed, patch) }),
  })
  // Others may go on meanwhile.
  return undefined
}
