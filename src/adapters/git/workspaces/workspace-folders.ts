// Where workspaces stand: `workspaces/<project>/<agent>`, with folders beside them whose names no agent can have. A move is
// one rename, so that a crash leaves a workspace in one of these places, whole.
import { mkdir, readdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AgentName, type ProjectName } from '../../../protocol/ids.ts'
import type { WorkspacePlace, WorkspaceState } from '../../../core/workspaces/workspace-ground.ts'
import { removeTree } from '../../files/remove-tree.ts'
import { kindOf } from './read-foreign.ts'

export interface WorkspaceFolders {
  readonly here: (place: WorkspacePlace) => string
  readonly lens: (place: WorkspacePlace) => string
  /** A lens without the workspace's objects: what the main branch holds is asked of the project alone. */
  readonly mainLens: (place: WorkspacePlace) => string
  /** What looks remember of the files, so that only changed ones are read again. */
  readonly index: (place: WorkspacePlace) => string
  /** What a move to another commit needs, and its record while it is under way. */
  readonly move: (place: WorkspacePlace) => string
  /** Half built: nobody has worked in it. */
  readonly building: (place: WorkspacePlace) => string
  find(place: WorkspacePlace): Promise<WorkspaceState>
  /** Wherever its content is now. */
  current(place: WorkspacePlace): Promise<string>
  list(project: ProjectName): Promise<AgentName[]>
  listUnfinished(project: ProjectName): Promise<AgentName[]>
  finishBuilding(place: WorkspacePlace): Promise<void>
  leave(place: WorkspacePlace): Promise<void>
  comeBack(place: WorkspacePlace): Promise<void>
  giveUp(place: WorkspacePlace): Promise<void>
  clear(place: WorkspacePlace): Promise<void>
}

export function makeWorkspaceFolders(home: string): WorkspaceFolders {
  const root = (project: ProjectName) => join(home, 'workspaces', project)
  const at = (folder: string) => (place: WorkspacePlace) =>
    join(root(place.project.name), folder, place.agent)
  const [here, building, leaving, gone] = [at(''), at('.building'), at('.leaving'), at('.gone')]
  const [lens, mainLens, indexFolder, moving] = [
    at('.lenses'),
    at('.main-lenses'),
    at('.index'),
    at('.moves'),
  ]
  const index = (place: WorkspacePlace) => join(indexFolder(place), 'index')
  const find = async (place: WorkspacePlace): Promise<WorkspaceState> => {
    // Anything at all where it should be, a link for example, is for a person to look at, not to build over.
    if ((await kindOf(here(place))) !== undefined) return 'here'
    return (await kindOf(leaving(place))) === undefined ? 'nowhere' : 'leaving'
  }
  return {
    here,
    lens,
    mainLens,
    index,
    move: moving,
    building,
    find,
    current: async (place) => ((await find(place)) === 'leaving' ? leaving(place) : here(place)),
    async list(project) {
      return onlyAgents([
        ...(await listNames(root(project))),
        ...(await listNames(join(root(project), '.leaving'))),
      ])
    },
    async listUnfinished(project) {
      const places = ['.leaving', '.gone'].map((folder) => listNames(join(root(project), folder)))
      return onlyAgents((await Promise.all(places)).flat())
    },
    finishBuilding: (place) => move(building(place), here(place)),
    leave: (place) => move(here(place), leaving(place)),
    comeBack: (place) => move(leaving(place), here(place)),
    async giveUp(place) {
      // Left over from another one of the same name: rubbish already.
      await removeTree(gone(place))
      await move(leaving(place), gone(place))
    },
    async clear(place) {
      const rest = [lens(place), mainLens(place), indexFolder(place), moving(place), building(place)]
      for (const folder of [gone(place), ...rest]) await removeTree(folder)
    },
  }
}

async function move(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await rename(from, to)
}

function onlyAgents(names: readonly string[]): AgentName[] {
  return [...new Set(names.flatMap((name) => AgentName.safeParse(name).data ?? []))].toSorted()
}

async function listNames(folder: string): Promise<string[]> {
  return (await kindOf(folder)) === 'folder' ? readdir(folder) : []
}
