// How careful one has to be with what is different, by the rules of the main branch as they are now. A file that needs care in a single
// commit needs it, also where a later commit takes that back: both stay in the history.
import type { Change } from '../../../protocol/changes/change.ts'
import type { Project } from '../../../protocol/projects/project.ts'
import type { Difference } from '../change-ground.ts'
import { judgeTier, strictest, type Judged, type TierRules } from './judge-tier.ts'
import { readChangeRules, type ChangeRulesDeps } from './read-change-rules.ts'

export async function judgeFiles(
  deps: ChangeRulesDeps & Pick<TierRules, 'matches'>,
  project: Project,
  difference: Difference,
  /** Of the commit that it is compared with. */
  tree: Pick<ReadonlySet<string>, 'has'>,
): Promise<Pick<Change, 'files' | 'tier'>> {
  const { rules, selfReview } = await readChangeRules(deps, project, tree)
  const by = { tiers: rules.file?.tiers, selfReview, matches: deps.matches }
  const steps = new Map<string, Judged>()
  for (const facts of difference.steps) {
    const judged = judgeTier(facts, by)
    const known = steps.get(facts.path)
    if (judged.tier !== 'safe' && (!known || isStricter(judged, known))) steps.set(facts.path, judged)
  }
  const files = difference.files.map((facts) => {
    const { path, status, added, removed, binary } = facts
    const judged = judgeTier(facts, by)
    const step = steps.get(path)
    steps.delete(path)
    const said = step && isStricter(step, judged) ? inStep(step) : judged
    return { path, status, added, removed, binary, ...said }
  })
  const passing = [...steps].map(([path, judged]) => Object.assign(inStep(judged), { path, ...UNCHANGED }))
  const all = [...files, ...passing]
  return { files: all, tier: strictest(all.map(({ tier }) => tier)) }
}

const isStricter = (one: Judged, other: Judged) =>
  one.tier !== other.tier && strictest([one.tier, other.tier]) === one.tier

const inStep = ({ tier, why }: Judged): Judged => ({ tier, why: `in one of its commits: ${why}` })

/** In the end it is as it was. */
const UNCHANGED = { status: 'modified', added: 0, removed: 0, binary: false } as const
