// Who a token speaks for, as the server sees it.
import { z } from 'zod'
import { RoleName } from '../agents/agent.ts'
import { AgentName, ProjectName } from '../ids.ts'
import { Role } from '../agents/role.ts'

export const Me = z.object({
  /** As events name them: `owner`, `agent:anna`. */
  actor: z.string(),
  role: Role,
  /** Null for people, and for an agent that is not registered any more. */
  agent: z.object({ name: AgentName, role: RoleName, project: ProjectName.nullable() }).nullable(),
})
export type Me = z.infer<typeof Me>
