// What was checked is not what would be adopted: it is brought onto the new main branch, and judged and checked there.
import { describeRisk } from '../../../protocol/changes/describe-change.ts'
import type { Change } from '../../../protocol/changes/change.ts'
import type { Project } from '../../../protocol/projects/project.ts'
import { howToLook } from '../risk/how-to-look.ts'
import { judgeFiles } from '../risk/judge-files.ts'
import { readMarks } from '../risk/looks-like-cmux.ts'
import { moveChange } from '../move-change.ts'
import { ACTOR, type RunDeps, type Taken } from '../run-deps.ts'
import { describeConflict } from '../take-branch.ts'
import { trailersOf } from '../trailers-of.ts'

/** Somebody who always moves the branch first has to be waited for. */
const REBASES_MAX = 3

export async function rebaseChange(deps: RunDeps, project: Project, change: Change, main: string): Taken {
  const { id, base, head, checks, rebases } = change
  const from = ['checking', 'adopting'] as const
  const refuse = (note: string) =>
    moveChange(deps, id, { to: 'refused', from, actor: ACTOR, checks, adopted: null, note })
  if (rebases >= REBASES_MAX)
    return refuse(`${project.mainBranch} moved ${rebases + 1} times meanwhile; try again later`)
  const merged = await deps.ground.merge({
    project,
    after: base,
    without: [],
    head,
    onto: main,
    // Its commits are there already: a squash is one of them.
    how: change.merging === 'merge' ? 'merge' : 'rebase',
    ...(change.fromHead !== null && { tip: change.fromHead }),
    message: change.description,
    trailers: trailersOf(change),
  })
  if (merged.kind === 'conflict') return refuse(`${describeConflict(project, merged)}; ${howToLook(change)}`)
  if (merged.head === main) return refuse(`${project.mainBranch} already has all of the change`)
  await deps.ground.keep(project, id, merged.head)
  const difference = await deps.ground.compare(project, main, merged.head)
  // Its rules may have moved with it.
  const judged = await judgeFiles(deps, project, difference, await readMarks(deps.ground, project, main))
  const { sha256 } = difference
  const place = { base: main, head: merged.head, sha256, rebases: rebases + 1, adopted: null, ...judged }
  const news = judged.tier === change.tier ? '' : `, and its rules now say ${describeRisk(judged.tier)}`
  const note = `${project.mainBranch} has moved${news}`
  return moveChange(deps, id, { to: 'queued', from, actor: ACTOR, ...place, note })
}
