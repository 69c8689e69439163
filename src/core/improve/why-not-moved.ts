// Why the main branch stays where it is, in words.
import type { Project } from '../../protocol/projects/project.ts'
import type { MoveOutcome } from './main-branch.ts'

export function whyNotMoved({ mainBranch }: Project, outcome: MoveOutcome): string {
  if (outcome.kind === 'overlap') return `there is uncommitted work in ${outcome.files.join(', ')}`
  if (outcome.kind === 'locked')
    return `another git holds ${outcome.lock} (if none runs there any more, remove that file, then try again)`
  if (outcome.kind === 'interrupted') return `somebody is in the middle of ${outcome.what} there`
  if (outcome.kind === 'elsewhere')
    return `${mainBranch} is checked out in ${outcome.folder}, whose files are not ours to touch`
  return `${mainBranch} has moved meanwhile, or is gone`
}
