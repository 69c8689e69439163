// Its checks have passed. It is judged once more, since the policy may have changed after it was planned, or the release that
// planned it knew other rows. It goes on, unless somebody has to look at it first: then they are asked, and it makes room for others.
import type { Change, ChangeState } from '../../../protocol/changes/change.ts'
import type { Project } from '../../../protocol/projects/project.ts'
import { judgeFiles } from '../risk/judge-files.ts'
import { readMarks } from '../risk/looks-like-cmux.ts'
import { moveChange } from '../move-change.ts'
import { readChangeRules } from '../risk/read-change-rules.ts'
import { neededLeave } from '../review/needed-leave.ts'
import { openReview } from '../review/open-review.ts'
import { ACTOR, type RunDeps, type Taken } from '../run-deps.ts'

export async function passChecks(
  deps: RunDeps,
  project: Project,
  change: Change,
  from: readonly ChangeState[],
): Taken {
  const { id, base, checks, head: checkedHead } = change
  const tree = await readMarks(deps.ground, project, base)
  const judged = await judgeFiles(deps, project, await deps.ground.compare(project, base, checkedHead), tree)
  const { rules } = await readChangeRules(deps, project, tree)
  const current = { ...change, ...judged }
  const needed = neededLeave(current, rules, await deps.store.read.agents.all())
  const step = { from, actor: ACTOR, checks, checkedHead, running: null, ...judged } as const
  if (needed.kind === 'none') return moveChange(deps, id, { ...step, to: 'rehearsing' })
  const patch = await deps.ground.patch(project, base, checkedHead)
  const note = needed.kind === 'agent' ? `in review by ${needed.agent}` : `${needed.why}: a person is asked`
  await moveChange(deps, id, {
    ...step,
    to: 'reviewing',
    note,
    also: async (writer) => ({ review: await openReview(deps, writer, current, needed, patch) }),
  })
  // Others may go on meanwhile.
  return undefined
}
