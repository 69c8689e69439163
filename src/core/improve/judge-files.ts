// How careful one has to be with what is different, by the rules of the main branch as they are now.
import type { Change } from '../../protocol/change.ts'
import type { Project } from '../../protocol/project.ts'
import type { Difference } from './change-ground.ts'
import type { Tree } from './check-edits.ts'
import { judgeTier, strictest, type TierRules } from './judge-tier.ts'
import { readChangeRules, type ChangeRulesDeps } from './read-change-rules.ts'

export async function judgeFiles(
  deps: ChangeRulesDeps & Pick<TierRules, 'matches'>,
  project: Project,
  difference: Difference,
  /** Of the commit that it is compared with. */
  tree: Tree,
): Promise<Pick<Change, 'files' | 'tier'>> {
  const { rules, selfReview } = await readChangeRules(deps, project, tree)
  const by = { tiers: rules.file?.tiers, selfReview, matches: deps.matches }
  const files = difference.files.map((facts) => {
    const { path, status, added, removed, binary } = facts
    return { path, status, added, removed, binary, ...judgeTier(facts, by) }
  })
  return { files, tier: strictest(files.map(({ tier }) => tier)) }
}
