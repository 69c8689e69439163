// Where the commit that a workspace stands on parts from the main branch, and how far each has gone since.
import type { WorkspacePlace } from '../../../core/workspaces/workspace-ground.ts'
import { printed } from '../git.ts'
import type { LookDeps, Sight } from './look-at-workspace.ts'
import { damaged } from './read-foreign.ts'

export interface Fork {
  readonly head: string
  /** What its work is compared with. */
  readonly base: string
  /** The tip of the main branch, when the base is said to be where both part: the project has to confirm that. */
  readonly main: string | undefined
  readonly ahead: number
  readonly behind: number
}

const LIMITS = { limitMs: 10_000 } as const

export async function findFork({ door, kept }: LookDeps, place: WorkspacePlace, sight: Sight): Promise<Fork> {
  const { foreign, lens, workspace } = sight
  const [start, top] = await door.resolveAll(place, [
    kept.startRef(place),
    `refs/heads/${place.project.mainBranch}`,
  ])
  const head = foreign.head ?? start
  if (head === undefined) throw damaged(workspace, 'nobody knows which commit it stands on')
  const main = top ?? start ?? head
  const calls = [
    ['merge-base', main, head],
    ['rev-list', '--count', '--left-right', `${main}...${head}`],
  ]
  const [fork, counts] = await door.git.batch(lens, calls, LIMITS)
  const [behind = 0, ahead = 0] = printed(counts, 'rev-list').split('\t').map(Number)
  const isFork = fork?.code === 0
  const base = isFork ? fork.stdout.trim() : (start ?? head)
  return { head, base, main: isFork ? main : undefined, ahead, behind }
}
