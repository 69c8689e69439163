// Where an agent works: in a workspace of its own, or, by a person's word, in that person's checkout.
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
  /** A workspace in the project; without a project, a folder of its own. */
  make(agent: AgentName, project: ProjectName | null): Promise<Workplace>
  /** The same, and a workspace that is there already is taken: for an agent that worked in a checkout before. */
  moveIn(agent: AgentName, project: ProjectName): Promise<Workplace>
  /** The checkout of the project, or the folder that a person names. */
  enterCheckout(project: ProjectName | null, folder?: string): Promise<Workplace>
  /** Throws when an agent in this folder could write to other agents' workspaces or to cmux's own programs. */
  requireSafeCheckout(folder: string): Promise<void>
  /** Writes down where the main branches stand. Called before an agent starts that could move one. */
  noteMainBranches(): Promise<void>
  /** What of git it needs to read inside of walls, and what it must not write. */
  gitPlaces(record: AgentRecord): Promise<Pick<WallFacts, 'borrowed' | 'steering'>>
  /** Whether its workspace may have to move to where the main branch is now. */
  mayFollow(record: AgentRecord): Promise<boolean>
  /** Moves it, if it has nothing of its own. Nothing may be typed into the agent meanwhile. */
  follow(record: AgentRecord): Promise<void>
  /** Keeps commits and uncommitted files in the project first; says what was kept and how to get it back (P6). */
  remove(agent: AgentName, project: ProjectName | null): Promise<string[]>
}
