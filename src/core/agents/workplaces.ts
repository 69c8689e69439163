// Where an agent works: a workspace of its own for those that change code, the repository itself for those that watch.
import type { AgentName, ProjectName } from '../../protocol/ids.ts'

interface Workplace {
  readonly folder: string
  readonly workspace: string | null
  readonly branch: string | null
}

export interface Workplaces {
  /** Resolves with the project to work in: the one that is named, or the only one there is, or none. */
  findProject(name: ProjectName | undefined): Promise<ProjectName | null>
  make(agent: AgentName, project: ProjectName | null, withWorkspace: boolean): Promise<Workplace>
  /** Keeps commits and uncommitted files in the project first; says what was kept and how to get it back (P6). */
  remove(agent: AgentName, project: ProjectName | null): Promise<string[]>
}
