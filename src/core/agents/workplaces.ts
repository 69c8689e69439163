// Where an agent works: a workspace of its own for those that change code, the repository itself for those that watch.
import type { AgentName, ProjectName } from '../../protocol/ids.ts'
import type { WallFacts } from '../confinement/plan-walls.ts'
import type { AgentRecord } from './agent-record.ts'

interface Workplace {
  readonly folder: string
  readonly workspace: string | null
  readonly branch: string | null
}

export interface Workplaces {
  /** Resolves with the project to work in: the one that is named, or the only one there is, or none. */
  findProject(name: ProjectName | undefined): Promise<ProjectName | null>
  make(agent: AgentName, project: ProjectName | null, withWorkspace: boolean): Promise<Workplace>
  /** What of git it needs to read inside of walls, and what it must not write. */
  gitPlaces(record: AgentRecord): Promise<Pick<WallFacts, 'borrowed' | 'steering'>>
  /** Keeps commits and uncommitted files in the project first; says what was kept and how to get it back (P6). */
  remove(agent: AgentName, project: ProjectName | null): Promise<string[]>
}
