// How careful one has to be with what is different, by the rules of the main branch as they are now.
import type { Change } from '../../protocol/change.ts'
import type { Project } from '../../protocol/project.ts'
import type { Difference } from './change-ground.ts'
import type { Tree } from './check-edits.ts'
import { isCmux } from './is-cmux.ts'
import { judgeTier, strictest } from './judge-tier.ts'
import type { ImproveDeps } from './plan-change.ts'

export async function judgeFiles(
  { projects, matches }: Pick<ImproveDeps, 'projects' | 'matches'>,
  project: Project,
  difference: Difference,
  /** Of the commit that it is compared with. */
  tree: Tree,
): Promise<Pick<Change, 'files' | 'tier'>> {
  const { file } = await projects.readRules(project)
  const rules = { tiers: file?.tiers, isCmux: isCmux(tree), matches }
  const files = difference.files.map((facts) => {
    const { path, status, added, removed, binary } = facts
    return { path, status, added, removed, binary, ...judgeTier(facts, rules) }
  })
  return { files, tier: strictest(files.map(({ tier }) => tier)) }
}
