// What was checked is not what would be adopted: it is brought onto the new main branch, and judged and checked there.
import type { Change } from '../../../protocol/change.ts'
import type { Project } from '../../../protocol/project.ts'
import { howToLook } from '../how-to-look.ts'
import { judgeFiles } from '../judge-files.ts'
import { moveChange } from '../move-change.ts'
import { ACTOR, type RunDeps, type Taken } from '../run-deps.ts'

/** Somebody who always moves the branch first has to be waited for. */
const REBASES_MAX = 3

export async function rebaseChange(deps: RunDeps, project: Project, change: Change, main: string): Taken {
  const { id, base, head, checks, rebases } = change
  const from = ['checking', 'adopting'] as const
  const refuse = (note: string) =>
    moveChange(deps, id, { to: 'refused', from, actor: ACTOR, checks, adopted: null, note })
  if (rebases >= REBASES_MAX)
    return refuse(`${project.mainBranch} moved ${rebases + 1} times meanwhile; try it again later`)
  const message = `${change.description}\n\nChange: ${id}\nAsked-by: ${change.author}\n`
  const joined = await deps.ground.join({ project, base, head, onto: main, message })
  if (joined.kind === 'conflict')
    return refuse(
      `${project.mainBranch} has moved, and the same is changed there in ${joined.files.join(', ')}; ${howToLook(change)}`,
    )
  await deps.ground.keep(project, id, joined.head)
  const difference = await deps.ground.compare(project, main, joined.head)
  // Its rules may have moved with it.
  const judged = await judgeFiles(deps, project, difference, await deps.ground.tree(project, main))
  const { sha256 } = difference
  const place = { base: main, head: joined.head, sha256, rebases: rebases + 1, adopted: null, ...judged }
  const news = judged.tier === change.tier ? '' : `, and calls this ${judged.tier} now`
  const note = `${project.mainBranch} has moved${news}`
  return moveChange(deps, id, { to: 'queued', from, actor: ACTOR, ...place, note })
}
