// Workspaces: where an agent works on a project, apart from everybody else.
import { z } from 'zod'
import { AgentName } from '../ids.ts'

export const WorkspaceReport = z.object({
  agent: AgentName,
  folder: z.string(),
  /** Null when it stands on no branch, or nobody can say. */
  branch: z.string().nullable(),
  /** Commits that it has and the main branch has not, and the other way round. */
  ahead: z.number().int().nullable(),
  behind: z.number().int().nullable(),
  /** Files that are not committed. */
  dirty: z.number().int().nullable(),
  /** Why something is not known (P9), or that it is being removed. */
  problem: z.string().nullable(),
})
export type WorkspaceReport = z.infer<typeof WorkspaceReport>
