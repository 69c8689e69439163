// The main branch of a project and the files of whoever has it checked out, as a port. Moving it is all or nothing to everybody
// who looks later: what a crash has interrupted, `finish` completes.
import type { ChangeId } from '../../protocol/ids.ts'
import type { Project } from '../../protocol/projects/project.ts'

export interface Move {
  readonly id: ChangeId
  readonly project: Project
  /** Commits. The branch must be at the first one. */
  readonly from: string
  readonly to: string
}

export type MoveOutcome =
  /** `left`: files that somebody has edited since a move that was cut off. They are left as they are. */
  | { readonly kind: 'moved'; readonly left?: readonly string[] }
  /** Somebody else has moved the branch meanwhile. */
  | { readonly kind: 'raced' }
  /** Uncommitted work of people is in these files. Nothing was done. */
  | { readonly kind: 'overlap'; readonly files: readonly string[] }
  /** It is checked out in another folder, whose files we don't touch. Nothing was done. */
  | { readonly kind: 'elsewhere'; readonly folder: string }
  /** A git of somebody holds a lock there. Nothing was done. */
  | { readonly kind: 'locked'; readonly lock: string }
  /** Somebody is in the middle of `a merge`, `a rebase` there. Nothing was done. */
  | { readonly kind: 'interrupted'; readonly what: string }

export interface MainBranch {
  /** Of a project without git: what people have in the folder becomes its last commit. Never while a change is being moved there. */
  catchUp(project: Project): Promise<void>
  move(move: Move): Promise<MoveOutcome>
  /** Completes a move that was begun. Names files that somebody has edited in between: they are left as they are. */
  finish(move: Move): Promise<readonly string[]>
}
