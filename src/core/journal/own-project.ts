// Whose journal an agent reads and writes: its project's, or that of no project. Undefined for people, who have all of them.
import { ProjectName } from '../../protocol/ids.ts'
import { NO_PROJECT } from '../../protocol/journal/journal-kinds.ts'
import type { Requester } from '../access/principal.ts'
import type { StoreReader } from '../store.ts'

export async function ownProject(
  { agents }: Pick<StoreReader, 'agents'>,
  { agent }: Pick<Requester, 'agent'>,
): Promise<ProjectName | undefined> {
  if (agent === null) return undefined
  return (await agents.lastProjectOf(agent)) ?? ProjectName.parse(NO_PROJECT)
}
