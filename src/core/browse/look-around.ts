// Where a person can look around, and what is there. Only what belongs to cmux is a root: a folder that an adopted agent happens to work
// in may be anybody's.
import type { Root, RootId, Sight } from '../../protocol/agents/sight.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Store } from '../store.ts'
import type { FolderDoor } from './folder-door.ts'

export interface BrowseDeps {
  readonly store: Pick<Store, 'read'>
  readonly folderDoor: FolderDoor
  readonly journalFolder: string
}

export async function listRoots({ store, journalFolder }: BrowseDeps): Promise<Root[]> {
  const agents = await store.read.agents.all()
  const workspaces = agents.flatMap(({ name, project, workspace }): Root[] =>
    workspace === null ? [] : [{ id: `workspace:${name}`, agent: name, project, folder: workspace }],
  )
  return [{ id: 'journal', agent: null, project: null, folder: journalFolder }, ...workspaces]
}

export async function lookAround(deps: BrowseDeps, id: RootId, path: string): Promise<Sight> {
  const root = (await listRoots(deps)).find((one) => one.id === id)
  if (!root)
    throw new CmuxError('NOT_FOUND', `there is no ${id}`, {
      hint: 'GET /api/files lists them; an agent that works in a folder of its project has no workspace of its own',
    })
  const way = path === '' ? [] : path.split('/')
  const sight = await deps.folderDoor.look(root.folder, way)
  if (sight) return sight
  // Before its first entry there is no journal yet.
  if (way.length === 0) return { kind: 'folder', items: [], leftOff: 0 }
  throw new CmuxError('NOT_FOUND', `there is no ${path} in ${id}`, {
    hint: 'it is gone, or the way to it leads through a link, which is not followed',
  })
}
