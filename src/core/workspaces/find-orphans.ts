// Workspaces that nobody works in: their agent is not registered, and so nothing would ever remove them.
import type { AgentName } from '../../protocol/ids.ts'
import type { Project } from '../../protocol/projects/project.ts'
import type { Store } from '../store.ts'
import type { WorkspacePlace } from './workspace-ground.ts'
import type { Workspaces } from './workspaces.ts'

export interface Orphan extends WorkspacePlace {
  readonly project: Project
}

export interface OrphanDeps {
  readonly store: Pick<Store, 'read'>
  readonly workspaces: Pick<Workspaces, 'list'>
}

/** Of projects that are there; the register is read last, so that who was just registered counts. */
export async function findOrphans({ store, workspaces }: OrphanDeps): Promise<Orphan[]> {
  const found: Orphan[] = []
  for (const project of await store.read.projects.list({ all: false }))
    for (const agent of await workspaces.list(project.name)) found.push({ project, agent })
  const registered = new Set((await store.read.agents.all()).map(({ name }): AgentName => name))
  return found.filter(({ agent }) => !registered.has(agent))
}
