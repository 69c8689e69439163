// Projects and workspaces, put together: one git for both.
import { realpathSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { makeFindGitDir } from '../adapters/git/find-git-dir.ts'
import { makeGit } from '../adapters/git/git.ts'
import { makeGitRepositories } from '../adapters/git/git-repositories.ts'
import { makeGitChangeGround } from '../adapters/git/git-change-ground.ts'
import { readSharedFolder } from '../adapters/git/read-shared-folder.ts'
import { makeGitMainBranch } from '../adapters/git/git-main-branch.ts'
import { makeGitWardTrees } from '../adapters/git/git-ward-trees.ts'
import { makeGitWorkspaceGround } from '../adapters/git/git-workspace-ground.ts'
import { listObjectFolders } from '../adapters/git/list-object-folders.ts'
import { listSteering } from '../adapters/git/list-steering.ts'
import { makeDemoRepository } from '../adapters/git/make-demo-repository.ts'
import { makeShadowRepository } from '../adapters/git/shadow-repository.ts'
import { makeHealRepository } from '../adapters/git/make-heal-repository.ts'
import type { Workplaces } from '../core/agents/workplaces.ts'
import type { ContinuityDeps } from '../core/continuity/continuity-deps.ts'
import { gitStateOf } from '../core/continuity/git-state-of.ts'
import type { Clock } from '../core/clock.ts'
import type { Entropy } from '../core/entropy.ts'
import type { MainBranch } from '../core/improve/main-branch.ts'
import type { ImproveDeps } from '../core/improve/plan-change.ts'
import { isInside } from '../core/confinement/layer-walls.ts'
import type { PolicyShelf } from '../core/rules/policy-shelf.ts'
import { makeProjects, type Projects } from '../core/projects/projects.ts'
import type { Store } from '../core/store.ts'
import { makeFindOverlaps } from '../core/workspaces/find-overlaps.ts'
import { makeWorkplaces } from '../core/workspaces/make-workplaces.ts'
import { makeWorkspaces, type Workspaces } from '../core/workspaces/workspaces.ts'
import { AgentName } from '../protocol/ids.ts'
import { makeGlobMatcher } from '../adapters/files/make-glob-matcher.ts'
import type { Project } from '../protocol/project.ts'
import { isOwnCheckout } from './own-system/is-own-checkout.ts'
import { wardFolder, type WardRoomOptions } from './ward-room.ts'

export interface ProjectPartsDeps {
  readonly home: string
  readonly environment: Readonly<Record<string, string>>
  readonly store: Store
  readonly clock: Clock
  readonly entropy: Entropy
  readonly log: Logger
  readonly policies: PolicyShelf
  /** Where the files of the example project are. */
  readonly healExample: string
}

export interface ProjectParts {
  readonly projects: Projects
  readonly workspaces: Workspaces
  readonly workplaces: Workplaces
  readonly improve: ImproveDeps
  readonly mainBranch: MainBranch
  readonly readGit: ContinuityDeps['readGit']
  readonly wardTrees: WardRoomOptions['wardTrees']
  /** Where it is; made when it is not there. */
  readonly demoRepository: () => Promise<string>
  /** As it was at first. */
  readonly healRepository: () => Promise<string>
}

export function makeProjectParts(deps: ProjectPartsDeps): ProjectParts {
  const { environment, store, log } = deps
  const home = realpathSync(deps.home)
  const git = makeGit(environment)
  const findGitDir = makeFindGitDir(home)
  const shadows = makeShadowRepository(git, home)
  const workspaces = makeWorkspaces({
    ...deps,
    ground: makeGitWorkspaceGround(git, home),
    onRefused: ({ agent, project }, error) =>
      log.warn({ err: error, agent, project: project.name }, 'a workspace is not removed'),
  })
  const agentsOf = async ({ name }: Project) => {
    const registered = (await store.read.agents.all()).filter(({ project }) => project === name)
    return [...new Set([...registered.map((agent) => agent.name), ...(await workspaces.list(name))])]
  }
  const repositories = makeGitRepositories(git, findGitDir, shadows)
  const projects = makeProjects({ ...deps, home, repositories, agentsOf })
  const ownFolder = async (agent: string) => {
    const folder = join(home, 'agents', agent, 'work')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return folder
  }
  const gitPlaces: Workplaces['gitPlaces'] = async ({ project, workspace, folder }) => {
    if (workspace === null || project === null)
      return { borrowed: [], steering: isInside(folder, home) ? [] : await listSteering(folder) }
    const { path } = await projects.get(project)
    const borrowed = await listObjectFolders(git, { gitDir: findGitDir(path), workTree: path })
    return { borrowed, steering: [] }
  }
  const workplaces = makeWorkplaces({ store, projects, workspaces, ownFolder, gitPlaces })
  const mainBranch = makeGitMainBranch(git, home, findGitDir, shadows)
  const improve = {
    ...deps,
    projects,
    ground: makeGitChangeGround(git, home, findGitDir),
    matches: makeGlobMatcher(),
    readSelfReview: async () => (await deps.policies.read()).policy.selfReview,
    isOwnCheckout: ({ path }: Project) => isOwnCheckout(home, path),
    catchUp: mainBranch.catchUp,
    bringHome: (project: Project, branch: string) => bringHome(workspaces, project, branch),
    findOverlaps: makeFindOverlaps(workspaces, deps.clock),
  }
  return {
    projects,
    workspaces,
    workplaces,
    improve,
    mainBranch,
    async readGit({ name, project, workspace }) {
      if (project === null) return null
      const found = await projects.get(project)
      if (workspace === null) return readSharedFolder(git, findGitDir, found)
      return gitStateOf(await workspaces.diff({ project: found, agent: name }))
    },
    wardTrees: makeGitWardTrees(git, findGitDir, (id) => wardFolder(home, id)),
    demoRepository: () => makeDemoRepository(git, home),
    healRepository: () => makeHealRepository(git, home, deps.healExample),
  }
}

/** The branch of an agent is in its workspace, and comes from there; any other is in the project already. */
async function bringHome(workspaces: Workspaces, project: Project, branch: string): Promise<void> {
  const agent = AgentName.safeParse(/^agent\/(.+)$/.exec(branch)?.[1])
  if (!agent.success || !(await workspaces.list(project.name)).includes(agent.data)) return
  await workspaces.bringHome({ project, agent: agent.data })
}
