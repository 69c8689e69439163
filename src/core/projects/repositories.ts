// What projects need to know of a repository, as a port. Nothing here changes one, or a file of people.
import type { BranchFacts } from './decide-main-branch.ts'

export type Examination =
  | { readonly kind: 'repository'; readonly root: string; readonly branches: BranchFacts }
  /** A folder without git. */
  | { readonly kind: 'plain'; readonly root: string }
  | { readonly kind: 'unusable'; readonly reason: string; readonly hint: string }

/** The root folder of a branch, as it is committed. */
export interface CommittedRoot {
  readonly commit: string
  readonly names: readonly string[]
  /** Texts of those that were asked for and are plain files of a sane size. */
  readonly texts: Readonly<Record<string, string>>
}

export interface Repositories {
  examine(path: string): Promise<Examination>
  /** Keeps the history of a folder without git in our home. */
  shadow(root: string): Promise<BranchFacts>
  /** A folder has a git of its own by now: what was kept for it is not used any more. */
  setShadowAside(root: string): Promise<void>
  /** A file of a commit; undefined when there is none, or none of a sane size. */
  readFile(root: string, commit: string, path: string): Promise<string | undefined>
  /** Of a commit that is there. */
  readRoot(root: string, commit: string, wanted: readonly string[]): Promise<CommittedRoot>
  /** The commit of a branch; null when there is no such branch. */
  readTip(root: string, branch: string): Promise<string | null>
  /** Commits that came with the move, each as its short id and first line, the newest first. */
  listSubjects(root: string, from: string | null, to: string): Promise<string[]>
  /** Whether these paths hold the same in both commits. False, too, when a commit is not there any more. */
  hasSameFiles(root: string, a: string, b: string, paths: readonly string[]): Promise<boolean>
  /** False for a folder whose history is kept in our home. */
  hasOwnGit(root: string): boolean
}
