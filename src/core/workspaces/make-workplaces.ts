// Workplaces for agents: a workspace in their project, a person's checkout, or a folder of their own when there is no project.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { AgentName } from '../../protocol/ids.ts'
import type { Project } from '../../protocol/projects/project.ts'
import type { Workplaces } from '../agents/workplaces.ts'
import type { Projects } from '../projects/projects.ts'
import type { Store } from '../store.ts'
import type { MainFollower } from './main-follower.ts'
import type { Workspaces } from './workspaces.ts'

export interface WorkplaceDeps {
  readonly store: Store
  readonly projects: Projects
  readonly workspaces: Workspaces
  /** This home's releases come from the project. */
  readonly isOwnCheckout: (project: Project) => Promise<boolean>
  /** Made when it is not there. */
  readonly ownFolder: (agent: AgentName) => Promise<string>
  readonly gitPlaces: Workplaces['gitPlaces']
  readonly requireSafeCheckout: Workplaces['requireSafeCheckout']
  readonly noteMainBranches: Workplaces['noteMainBranches']
  readonly follower: MainFollower
}

export function makeWorkplaces(deps: WorkplaceDeps): Workplaces {
  const { store, projects, workspaces, ownFolder, gitPlaces, requireSafeCheckout } = deps
  return {
    gitPlaces,
    requireSafeCheckout,
    noteMainBranches: deps.noteMainBranches,
    mayFollow: deps.follower.isDue,
    follow: deps.follower.follow,
    async findProject(name) {
      if (name !== undefined) return (await projects.get(name)).name
      const all = await store.read.projects.list({ all: false })
      const own = await Promise.all(all.map((project) => deps.isOwnCheckout(project)))
      // Who improves cmux says so: it stands beside the work, and is no choice in it.
      const others = all.filter((_, at) => own[at] === false)
      const [only, ...more] = others.length > 0 ? others : all
      if (more.length === 0) return only?.name ?? null
      throw new CmuxError('BAD_REQUEST', 'there are several projects: say which one', {
        hint: 'with --project NAME, or in its folder; `cmux project list` shows them',
      })
    },
    async make(agent, name) {
      if (name === null) return { folder: await ownFolder(agent), workspace: null, branch: null }
      const { folder, branch } = await workspaces.make({ project: await projects.get(name), agent })
      return { folder, workspace: folder, branch }
    },
    async moveIn(agent, name) {
      const { folder, branch } = await workspaces.moveIn({ project: await projects.get(name), agent })
      return { folder, workspace: folder, branch }
    },
    async enterCheckout(name, named) {
      const folder = named ?? (name === null ? undefined : (await projects.get(name)).path)
      if (folder === undefined) throw new CmuxError('BAD_REQUEST', 'folder: say which one')
      await requireSafeCheckout(folder)
      return { folder, workspace: null, branch: null }
    },
    async remove(agent, name) {
      if (name === null) return []
      return [...(await workspaces.remove({ project: await projects.get(name), agent }))]
    },
  }
}
