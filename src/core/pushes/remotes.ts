// What pushes need of the outside: the remotes that a person configured in the project's repository, and what is there.
import type { Project } from '../../protocol/projects/project.ts'

export type PushProject = Pick<Project, 'name' | 'path' | 'mainBranch'>

/** A branch or a tag of the remote, and the commit that it is to be; null deletes it. */
export interface RefMove {
  readonly ref: string
  readonly old: string | null
  readonly new: string | null
}

export interface PushedCommits {
  /** Newest first, each with its id, author and subject; no more than are shown. */
  readonly commits: readonly string[]
  readonly count: number
  /** The remote's commits that would be gone; null when the project does not have them. */
  readonly dropped: number | null
}

export interface Remotes {
  /** The address as a person may see it. Refuses a remote that is not there, or that is none that cmux pushes to. */
  address(project: PushProject, remote: string): Promise<string>
  /** Branches of the remote as the project last saw them. */
  known(project: PushProject, remote: string): Promise<ReadonlyMap<string, string>>
  /** What is there now, of these refs. */
  look(project: PushProject, remote: string, refs: readonly string[]): Promise<ReadonlyMap<string, string>>
  compare(project: PushProject, remote: string, move: RefMove): Promise<PushedCommits>
  /** From outside of any sandbox, with the person's own settings. Each ref only moves from its `old`. */
  push(project: PushProject, remote: string, moves: readonly RefMove[]): Promise<void>
  /** Has the project know of it, as after a push by hand. */
  note(project: PushProject, remote: string, moves: readonly RefMove[]): Promise<void>
}
