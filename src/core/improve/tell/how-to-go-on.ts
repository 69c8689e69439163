// For the agent whose branch was adopted: how to go on from where the main branch is now. Its workspace borrows the project's objects,
// so it can name any commit there; it has no remote to fetch from (decision 22).
import type { Change } from '../../../protocol/change.ts'

export function howToGoOn({
  adopted,
  fromHead,
  project,
  state,
}: Pick<Change, 'adopted' | 'fromHead' | 'project' | 'state'>): string | undefined {
  if (!adopted || fromHead === null || (state !== 'good' && state !== 'restarting')) return undefined
  if (adopted.to === fromHead)
    return `The main branch of ${project} is what your branch was: go on from there.`
  const [to, landed] = [adopted.to.slice(0, 12), fromHead.slice(0, 12)]
  return `Your work is on the main branch of ${project} as ${to}, on top of what came before it. Nothing in your workspace was touched. To go on from there, commit what is not committed, then: git rebase --onto ${to} ${landed}`
}
