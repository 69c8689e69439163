// What workspaces stand on: folders and git, in steps that can each be repeated after a crash. The order of the steps, and
// what is refused, is decided in workspaces.ts.
import type { AgentName, ProjectName } from '../../protocol/ids.ts'
import type { Project } from '../../protocol/projects/project.ts'
import type { WorkspaceReport } from '../../protocol/agents/workspace.ts'
import type { WorkDiff } from '../../protocol/agents/work-diff.ts'
import type { LandingFacts } from './decide-landing.ts'

export interface WorkspacePlace {
  readonly project: Pick<Project, 'name' | 'path' | 'mainBranch'>
  readonly agent: AgentName
}

/** `leaving`: its removal was begun; everything of it is still there. */
export type WorkspaceState = 'nowhere' | 'here' | 'leaving'

/** What a workspace holds and the project has not: each a commit. */
export interface Unsaved {
  /** The agent's branch. */
  readonly tip: string | null
  /** Other branches, tags, stashes, a rebase that was left half done. */
  readonly others: readonly string[]
  /** The uncommitted files, as a commit that a stash can be made of. */
  readonly snapshot: { readonly commit: string; readonly files: number } | null
  /** Repositories inside of it, which nothing of this saves. */
  readonly nested: readonly string[]
}

/** A move of a workspace, by commits. */
export interface Moved {
  readonly from: string
  readonly to: string
}

export interface FollowOrder {
  /** Tips of its branch that were merged as other commits, with what the main branch became then. */
  readonly landed: readonly { readonly tip: string; readonly to: string }[]
  /** Asked at the last moment: whether its agent still rests. */
  mayMove(): Promise<boolean>
  /** Told before the workspace is free again, and once more after a crash. */
  onMoved(moved: Moved): Promise<void>
}

export type Followed =
  | ({ readonly kind: 'moved' } & Moved)
  /** It has all of the main branch. */
  | { readonly kind: 'same' }
  /** Nothing was changed. `isPassing`: a moment later it may be otherwise. */
  | { readonly kind: 'stays'; readonly why: string; readonly isPassing: boolean }

export interface WorkspaceGround {
  find(place: WorkspacePlace): Promise<WorkspaceState>
  /** Every agent that has one in this project, those on their way out included. */
  list(project: ProjectName): Promise<AgentName[]>
  /** Those whose removal was begun, rubbish that is not deleted yet included. */
  listUnfinished(project: ProjectName): Promise<AgentName[]>
  /** Where it is, or will be. */
  folder(place: WorkspacePlace): string

  /** Has the project keep what the workspace is going to borrow. */
  keepStart(place: WorkspacePlace): Promise<void>
  /** There is the whole workspace afterwards, or none. */
  build(place: WorkspacePlace): Promise<void>

  look(place: WorkspacePlace): Promise<Unsaved>
  /** The agent's branch only: quick. */
  lookAtTip(place: WorkspacePlace): Promise<string | null>
  /** Every ref of the workspace with what it names, and `HEAD`. What they name can be fetched until the next look. */
  lookAtRefs(place: WorkspacePlace): Promise<ReadonlyMap<string, string>>
  lookAtFiles(place: WorkspacePlace): Promise<Pick<Unsaved, 'snapshot' | 'nested'>>

  /** Copies commits and all they need into the project, where a ref of ours keeps them. */
  fetch(place: WorkspacePlace, commits: readonly string[]): Promise<void>
  landingFacts(place: WorkspacePlace, tip: string): Promise<LandingFacts>
  /** Moves the project's branch from what `facts` saw; false when somebody else moved it meanwhile. */
  moveBranch(place: WorkspacePlace, tip: string, from: string | null): Promise<boolean>
  /** A ref of its own for a commit that no branch may take. Resolves with its name. */
  putAside(place: WorkspacePlace, commit: string): Promise<string>
  /** Onto the project's `git stash list`. */
  stash(place: WorkspacePlace, snapshot: string, message: string): Promise<void>

  leave(place: WorkspacePlace): Promise<void>
  comeBack(place: WorkspacePlace): Promise<void>
  /** From here on it is rubbish, however far the deleting gets. */
  giveUp(place: WorkspacePlace): Promise<void>
  /** Deletes rubbish, and what the project kept for a workspace that is gone. */
  clear(place: WorkspacePlace): Promise<void>

  /** Brings a workspace that holds nothing of its own to the main branch. */
  follow(place: WorkspacePlace, order: FollowOrder): Promise<Followed>
  /** Brings a move that a crash has cut off to one of its ends. */
  settle(place: WorkspacePlace, order: Pick<FollowOrder, 'onMoved'>): Promise<void>

  report(place: WorkspacePlace): Promise<WorkspaceReport>
  /** What it has since it left the main branch, uncommitted files included; changes nothing. */
  diff(place: WorkspacePlace): Promise<WorkDiff>
}
