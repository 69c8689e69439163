// What changes need of a repository, as a port. Nothing here moves a branch of the project or touches a file of its work tree.
import type { ChangeId } from '../../protocol/ids.ts'
import type { Trailer } from '../../lib/git/set-trailers.ts'
import type { Checkpoint, Edit, Merging } from '../../protocol/changes/change.ts'
import type { Project } from '../../protocol/projects/project.ts'
import type { FileChange } from '../../protocol/agents/work-diff.ts'
import type { FileFacts } from './risk/judge-tier.ts'
import type { Tree } from './risk/check-edits.ts'

export interface Difference {
  readonly files: readonly (FileChange & FileFacts)[]
  /** What single commits of several touch: it stays in the history, also where a later one takes it back. */
  readonly steps: readonly FileFacts[]
  /** Over modes and bytes of all of it. */
  readonly sha256: string
}

export interface StageOrder {
  readonly id: ChangeId
  readonly project: Project
  readonly base: string
  readonly edits: readonly Edit[]
  /** Of the commit. */
  readonly message: string
}

export interface JoinOrder {
  readonly project: Project
  readonly base: string
  readonly head: string
  readonly onto: string
  readonly message: string
}

export interface MergeOrder {
  readonly project: Project
  /** What came after this commit, up to `head`, is brought onto `onto`. */
  readonly after: string
  /** What these have is left out of it as well: it was brought before, as other commits. */
  readonly without: readonly string[]
  readonly head: string
  readonly onto: string
  readonly how: Merging
  /** The branch, as the second parent of a merge commit; without it, `head`. */
  readonly tip?: string
  /** Of the one commit that a squash or a merge makes. */
  readonly message: string
  readonly trailers: readonly Trailer[]
}

export type Merged =
  | {
      readonly kind: 'merged'
      readonly head: string
      /** A branch whose own merges hold work of their own is merged, also when a rebase was asked for. */
      readonly how: Merging
      /** So many commits were signed and are not any more, since they are other commits now. */
      readonly signed: number
    }
  | {
      readonly kind: 'conflict'
      readonly files: readonly string[]
      /** The first one that does not fit; none where all of them are joined at once. */
      readonly commit?: { readonly id: string; readonly subject: string }
    }

export type Staged =
  | { readonly kind: 'staged'; readonly head: string }
  /** A patch that does not fit, in git's words. */
  | { readonly kind: 'conflict'; readonly file: string; readonly why: string }

export interface ChangeTree {
  readonly folder: string
  /** What it needs besides: the objects that it borrows, and what is installed and linked into it. */
  readonly readable: readonly string[]
}

export type Joined =
  | { readonly kind: 'joined'; readonly head: string }
  | { readonly kind: 'conflict'; readonly files: readonly string[] }

interface KeptChange {
  readonly id: ChangeId
  /** When something was last put into its folder or taken out. */
  readonly touchedMs: number
}

export interface ChangeGround {
  /** A folder without git, whose history is kept apart from it. */
  isPlain(project: Project): boolean
  /** Brings what is different between two commits onto a third, as a commit on top of that. */
  join(order: JoinOrder): Promise<Joined>
  /** Brings the commits of a branch onto another commit, each with its author, its date and its message. */
  merge(order: MergeOrder): Promise<Merged>
  /** Whether one commit has all of the other. */
  contains(project: Project, commit: string, other: string): Promise<boolean>
  /** A folder with the files of a commit, as a repository of its own that borrows the project's objects. */
  buildTree(project: Project, id: ChangeId, commit: string): Promise<ChangeTree>
  clearTree(id: ChangeId): Promise<void>
  /** Sets a branch of the project, or with null takes it away; never one that somebody has checked out. */
  setBranch(project: Project, branch: string, commit: string | null): Promise<void>
  /** The commit of the main branch; undefined when the branch is gone. */
  main(project: Project): Promise<string | undefined>
  /** The commit of another branch of the project. */
  branch(project: Project, name: string): Promise<string | undefined>
  /** The last commit that both have. */
  fork(project: Project, one: string, other: string): Promise<string | undefined>
  tree(project: Project, commit: string): Promise<Tree>
  /** Which of these a commit has. */
  listAmong(project: Project, commit: string, paths: readonly string[]): Promise<ReadonlySet<string>>
  /** Whether what finds unused code is there in a tree of the commit. */
  hasKnip(project: Project, commit: string): Promise<boolean>
  /** The sha256 of a file as it is in a commit; undefined when there is none. */
  sumOf(project: Project, commit: string, path: string): Promise<string | undefined>
  /** Makes the commit, on no branch. */
  stage(order: StageOrder): Promise<Staged>
  compare(project: Project, base: string, head: string): Promise<Difference>
  patch(project: Project, base: string, head: string): Promise<{ patch: string; truncated: boolean }>
  /** So that no `gc` takes the commit away. */
  keep(project: Project, id: ChangeId, head: string): Promise<void>
  release(project: Project, id: ChangeId): Promise<void>
  /** Marks what the main branch was before the change, so that it is kept and found. */
  checkpoint(project: Project, id: ChangeId, commit: string): Promise<void>
  findCheckpoint(project: Project, id: ChangeId): Promise<Checkpoint | null>
  /** Changes that have a folder in our home. */
  listKept(): Promise<readonly KeptChange[]>
  /** Takes the checkpoint and the copies of files away. */
  forget(project: Project | undefined, id: ChangeId): Promise<void>
  /** Takes away what a plan has left that was never recorded, in whichever of the projects it was made. */
  forgetPlan(projects: readonly Project[], id: ChangeId): Promise<void>
}
