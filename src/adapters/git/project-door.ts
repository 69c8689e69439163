// The way into a project's repository, and the few questions about its commits that everybody asks. Whoever changes a ref
// there takes turns: refs are locked file by file, and two of us at once would only make each other wait or fail.
import { makeTurns } from '../../lib/turns.ts'
import type { WorkspacePlace } from '../../core/workspaces/workspace-ground.ts'
import { findCheckout } from './main-branch/find-checkout.ts'
import { makeFindGitPlace } from './find-git-place.ts'
import type { Git, GitPlace } from './git.ts'

export interface ProjectDoor {
  readonly git: Git
  at(place: WorkspacePlace): GitPlace
  turn<T>(place: WorkspacePlace, work: () => Promise<T>): Promise<T>
  resolve(place: WorkspacePlace, ref: string): Promise<string | undefined>
  /** Each of them, as above. */
  resolveAll(place: WorkspacePlace, refs: readonly string[]): Promise<(string | undefined)[]>
  /** Whether everything of a commit is reachable from these; they are in rev-list's notation. */
  isReachable(place: WorkspacePlace, commit: string, from: readonly string[]): Promise<boolean>
  /** In the work tree of the project or in any other that somebody has added. */
  isCheckedOut(place: WorkspacePlace, ref: string): Promise<boolean>
}

const RESOLVE = ['rev-parse', '--verify', '--quiet', '--end-of-options']

export function makeProjectDoor(git: Git, home: string): ProjectDoor {
  const inTurn = makeTurns()
  const findGitPlace = makeFindGitPlace(home)
  const at = ({ project: { path } }: WorkspacePlace): GitPlace => ({ ...findGitPlace(path), workTree: path })
  return {
    git,
    at,
    turn: (place, work) => inTurn(place.project.path, work),
    async resolve(place, ref) {
      const { code, stdout } = await git.run(at(place), [...RESOLVE, ref])
      return code === 0 ? stdout.trim() : undefined
    },
    async resolveAll(place, refs) {
      const calls = refs.map((ref) => [...RESOLVE, ref])
      const found = await git.batch(at(place), calls)
      return found.map(({ code, stdout }) => (code === 0 ? stdout.trim() : undefined))
    },
    async isReachable(place, commit, from) {
      return (await git.read(at(place), ['rev-list', '--max-count=1', commit, '--not', ...from])) === ''
    },
    async isCheckedOut(place, ref) {
      return (await findCheckout(git, at(place), ref)) !== undefined
    },
  }
}
