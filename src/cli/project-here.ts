// The project that a verb is for: the one that is named, else the one whose repository the command was typed in (L6).
import type { Client } from '../client/make-client.ts'
import { findProjectHere } from '../host/find-project-here.ts'
import type { ProjectName } from '../protocol/ids.ts'
import type { VerbCall } from './verb.ts'

/** Nothing where the folder says nothing. An agent has its own project, and a cmux elsewhere knows no folder of this machine. */
export async function projectHere(
  { options, environment }: Pick<VerbCall, 'options' | 'environment'>,
  client: Client,
  folder: string = environment.folder,
): Promise<{ project?: ProjectName }> {
  const { project } = options
  if (typeof project === 'string') return { project: project as ProjectName }
  if (environment.url !== undefined) return {}
  const { items } = await client.call('GET /api/projects', { query: {} })
  const found = findProjectHere(folder, environment.home, items)
  return found ? { project: found.name } : {}
}
