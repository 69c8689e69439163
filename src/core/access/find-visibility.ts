// What an agent may see. People see everything, and so does a supervisor without a project; any other agent sees what belongs to its
// own project.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { AgentName, ProjectName } from '../../protocol/ids.ts'
import type { AgentTableReader } from '../agents/agent-table.ts'
import type { Requester } from './principal.ts'

export type Visibility = 'all' | { readonly agent: AgentName; readonly project: ProjectName | null }

export async function findVisibility(
  { agents }: { readonly agents: Pick<AgentTableReader, 'byName'> },
  { agent }: Pick<Requester, 'agent'>,
): Promise<Visibility> {
  if (agent === null) return 'all'
  const record = await agents.byName(agent)
  const project = record?.project ?? null
  return record?.role === 'supervisor' && project === null ? 'all' : { agent, project }
}

/** Of a project, and of no other: what belongs to none is for people. */
export const isOwnProject = (visibility: Visibility, project: ProjectName | null): boolean =>
  visibility === 'all' || (project !== null && project === visibility.project)

/** What belongs to no project is everybody's. */
export const isVisible = (visibility: Visibility, project: ProjectName | null): boolean =>
  project === null || isOwnProject(visibility, project)

export function requireVisible(visibility: Visibility, project: ProjectName | null, what: string): void {
  if (isVisible(visibility, project)) return
  throw new CmuxError('FORBIDDEN', `${what} is of another project than yours`, {
    hint: 'agents see their own project; ask the owner',
  })
}

/** A question about a project as one who sees no other may ask it; undefined when nothing of it is theirs to see. */
export function narrowToVisible<T extends { readonly project?: ProjectName | undefined }>(
  visibility: Visibility,
  query: T,
): T | undefined {
  if (visibility === 'all') return query
  const { project: asked = visibility.project } = query
  return asked === null || asked !== visibility.project ? undefined : { ...query, project: asked }
}
