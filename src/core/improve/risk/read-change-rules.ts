// The rules for a change: those of the project's main branch, and for cmux itself what the policy of this home says. The project is
// recognised by the tree that the change starts from and by what `up` has recorded, and never by what the change makes of it.
import type { SelfReview } from '../../../protocol/policy.ts'
import type { Project, ProjectRules } from '../../../protocol/projects/project.ts'
import type { Projects } from '../../projects/projects.ts'
import { looksLikeCmux } from './looks-like-cmux.ts'

export interface ChangeRulesDeps {
  readonly projects: Pick<Projects, 'readRules'>
  /** From the policy in the home, where no agent can write. */
  readonly readSelfReview: () => Promise<SelfReview>
  /** This home's releases come from the project. */
  readonly isOwnCheckout: (project: Project) => Promise<boolean>
}

export interface ChangeRules {
  readonly rules: ProjectRules
  /** `none` also for a project that is not cmux. */
  readonly selfReview: SelfReview
}

export async function readChangeRules(
  deps: ChangeRulesDeps,
  project: Project,
  /** Of the commit that the change starts from. */
  tree: Pick<ReadonlySet<string>, 'has'>,
): Promise<ChangeRules> {
  const rules = await deps.projects.readRules(project)
  const isCmux = looksLikeCmux(tree) || (await deps.isOwnCheckout(project))
  const selfReview = isCmux ? await deps.readSelfReview() : 'none'
  return { rules: selfReview === 'none' ? rules : withReview(rules), selfReview }
}

/** The repository can't say that nobody has to look. */
function withReview(rules: ProjectRules): ProjectRules {
  const { file } = rules
  if (file?.review?.care !== 'none') return rules
  return { ...rules, file: { ...file, review: { ...file.review, care: 'agent' } } }
}
