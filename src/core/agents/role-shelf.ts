// Roles are files with a prompt: built-in ones, the home's own, and a project's. The nearest to the project wins.
import type { RoleName } from '../../protocol/agents/agent.ts'
import type { ProjectName } from '../../protocol/ids.ts'

export interface AgentRole {
  readonly name: RoleName
  readonly description: string
  readonly capabilities: readonly string[]
  readonly prompt: string
}

export interface RoleShelf {
  read(role: RoleName, project: ProjectName | null): Promise<AgentRole | undefined>
  list(project: ProjectName | null): Promise<AgentRole[]>
}
