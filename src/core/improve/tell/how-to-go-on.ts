// How to go on from where the main branch is now: for the agent whose branch was adopted, and for one that watches. A workspace borrows the project's objects,
// so that any commit there can be named in it; it has no remote to fetch from (decision 22).
import type { Change } from '../../../protocol/changes/change.ts'

export function howToGoOn({
  adopted,
  fromHead,
  project,
  state,
  undone,
}: Pick<Change, 'adopted' | 'fromHead' | 'project' | 'state' | 'undone'>): string | undefined {
  // A workspace that has followed has the commit that undoes it, and would bring nothing of it again.
  if (state === 'rolled_back' && undone && fromHead !== null)
    return `To take it up again where your workspace has that commit: git revert ${undone.to.slice(0, 12)}`
  if (!adopted || fromHead === null || (state !== 'good' && state !== 'restarting')) return undefined
  if (adopted.to === fromHead)
    return `The main branch of ${project} is now the same as your branch: go on from there.`
  const [to, landed] = [adopted.to.slice(0, 12), fromHead.slice(0, 12)]
  return `Your work is on the main branch of ${project} as ${to}, on top of earlier commits. A workspace with nothing else in it is moved there by cmux, which says so above. Otherwise nothing in it was touched; to go on from there, commit what is not committed, then: git rebase --onto ${to} ${landed}`
}

/** For a supervisor, whose workspace may have work of its own. */
export function howToSee({
  adopted,
  project,
  state,
}: Pick<Change, 'adopted' | 'project' | 'state'>): string | undefined {
  if (!adopted || (state !== 'good' && state !== 'restarting')) return undefined
  const [from, to] = [adopted.from.slice(0, 12), adopted.to.slice(0, 12)]
  return `The main branch of ${project} is now at ${to}. To see the new commits: git diff ${from} ${to}. A workspace without work of its own is moved there by cmux. Otherwise, to bring them into yours, commit what is not committed, then: git rebase ${to}`
}
