// What services need of this machine, as a port: trees of commits, the two files between us and a porter, and trials.
import type { ChangeId, ProjectId } from '../../protocol/ids.ts'
import type { PorterOrder, PorterState } from '../../protocol/wards/porter.ts'
import type { Project } from '../../protocol/projects/project.ts'
import type { Tried } from '../improve/live-system.ts'

export interface WardTree {
  readonly folder: string
  readonly readable: readonly string[]
  /** Its own, and kept from version to version. */
  readonly data: string
}

export interface WardGround {
  /** Whole or not at all; one that is there stays as it is. */
  buildTree(project: Project, commit: string): Promise<WardTree>
  /** Trees of other commits go. */
  keepTrees(project: Project, commits: readonly string[]): Promise<void>
  writeOrder(id: ProjectId, order: PorterOrder): Promise<void>
  /** Undefined when there is none, or none that makes sense. */
  readState(id: ProjectId): Promise<PorterState | undefined>
  /** What runs in the pane. */
  porter(id: ProjectId): { readonly folder: string; readonly command: readonly [string, ...string[]] }
  /** All that was kept of it. */
  clear(id: ProjectId): Promise<void>
  /** Whatever an earlier porter has left behind. */
  sweep(id: ProjectId): Promise<void>
  /** What a version of it carries, so that it is found wherever it goes. */
  mark(id: ProjectId): Readonly<Record<string, string>>
  /** Where a trial of a change keeps its data, and what it carries. */
  placeTrial(
    id: ChangeId,
  ): Promise<{ readonly data: string; readonly mark: Readonly<Record<string, string>> }>
  /** Starts a version apart from everything, until it is well or fails. Nothing of it is left. */
  tryVersion(id: ChangeId, order: PorterOrder, signal: AbortSignal): Promise<Tried>
}
