// Projects and workspaces, put together: one git for both.
import { existsSync, realpathSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { readObjectPlace } from '../../adapters/git/workspaces/build-workspace.ts'
import { makeFindGitPlace } from '../../adapters/git/find-git-place.ts'
import { makeGit, type Git } from '../../adapters/git/git.ts'
import { makeGitRepositories } from '../../adapters/git/git-repositories.ts'
import { makeGitChangeGround } from '../../adapters/git/git-change-ground.ts'
import { makeGitMainBranch } from '../../adapters/git/main-branch/git-main-branch.ts'
import { makeGitWardTrees } from '../../adapters/git/git-ward-trees.ts'
import { makeGitWorkspaceGround } from '../../adapters/git/workspaces/git-workspace-ground.ts'
import { listSteering } from '../../adapters/git/list-steering.ts'
import { makeDemoRepository } from '../../adapters/git/make-demo-repository.ts'
import { makeShadowRepository } from '../../adapters/git/shadow-repository.ts'
import { makeGitRemotes, type GitRemotesDeps } from '../../adapters/git/git-remotes.ts'
import { makeHealRepository } from '../../adapters/git/make-heal-repository.ts'
import type { Workplaces } from '../../core/agents/workplaces.ts'
import type { ContinuityDeps } from '../../core/continuity/continuity-deps.ts'
import { gitStateOf } from '../../core/continuity/git-state-of.ts'
import type { Clock } from '../../core/clock.ts'
import type { Entropy } from '../../core/entropy.ts'
import type { MainBranch } from '../../core/improve/main-branch.ts'
import type { ImproveDeps } from '../../core/improve/plan-change.ts'
import { underHome } from '../../core/confinement/plan-walls.ts'
import { isInCheckout } from '../../core/agents/is-in-checkout.ts'
import { makeMainWatch, type MainWatch } from '../../core/projects/main-watch.ts'
import { RULE_PATHS } from '../../core/projects/read-rules.ts'
import { watchMainBranch } from '../../core/projects/watch-main-branch.ts'
import type { PolicyShelf } from '../../core/rules/policy-shelf.ts'
import { makePushKeeper } from '../../core/pushes/push-keeper.ts'
import type { Remotes } from '../../core/pushes/remotes.ts'
import { makeProjects, type Projects } from '../../core/projects/projects.ts'
import type { Store } from '../../core/store.ts'
import { makeFindOverlaps } from '../../core/workspaces/find-overlaps.ts'
import { makeMainFollower, noteMoved } from '../../core/workspaces/main-follower.ts'
import { makeWorkplaces } from '../../core/workspaces/make-workplaces.ts'
import { makeWorkspaces, type Workspaces } from '../../core/workspaces/workspaces.ts'
import type { Config } from '../../protocol/config.ts'
import { AgentName } from '../../protocol/ids.ts'
import { makeGlobMatcher } from '../../adapters/files/make-glob-matcher.ts'
import type { Project } from '../../protocol/projects/project.ts'
import { isOwnCheckout, readOwnCheckout } from '../own-system/read-own-checkout.ts'
import { makeRequireSafeCheckout } from './require-safe-checkout.ts'
import { wardFolder, type WardRoomOptions } from './ward-room.ts'

export interface ProjectPartsDeps {
  readonly home: string
  /** Where the programs of this build are. */
  readonly programs: string
  readonly config: Config
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
  readonly mains: Pick<MainWatch, 'lookAtAll'>
  readonly workspaces: Workspaces
  readonly workplaces: Workplaces
  readonly improve: ImproveDeps
  readonly remotes: Remotes
  /** Begins pushes that were agreed to, and tells of those that are over. */
  readonly workPushes: () => Promise<void>
  readonly mainBranch: MainBranch
  readonly readGit: ContinuityDeps['readGit']
  readonly wardTrees: WardRoomOptions['wardTrees']
  /** Says in the log when git runs without a sandbox here. It starts one to find out, so only who leads asks. */
  readonly tellOfGap: () => Promise<void>
  /** Where it is; made when it is not there. */
  readonly demoRepository: () => Promise<string>
  /** As it was at first. */
  readonly healRepository: () => Promise<string>
}

export function makeProjectParts(deps: ProjectPartsDeps): ProjectParts {
  const { environment, store, log } = deps
  const home = realpathSync(deps.home)
  const git = makeGit(environment, join(home, 'git-views'), join(home, 'umask.json'))
  const findGitPlace = makeFindGitPlace(home)
  const shadows = makeShadowRepository(git, home)
  const isOurs = async ({ path }: Project) => isOwnCheckout(home, path)
  const workspaces = makeWorkspaces({
    ...deps,
    ground: makeGitWorkspaceGround(git, home, sayStaleLock(log)),
    onRefused: ({ agent, project }, error) =>
      log.warn({ err: error, agent, project: project.name }, 'a workspace is not removed'),
    onMoved: (place, moved) => noteMoved(deps, place, moved),
  })
  const agentsOf = async ({ name }: Project) => {
    const registered = (await store.read.agents.all()).filter(({ project }) => project === name)
    return [...new Set([...registered.map((agent) => agent.name), ...(await workspaces.list(name))])]
  }
  const repositories = makeGitRepositories(git, findGitPlace, shadows)
  const ownCheckout = () => readOwnCheckout(home)
  const watched = {
    alertPolicy: deps.config.watch,
    ownCheckout,
    opened: listOpened(deps),
    rulePaths: RULE_PATHS,
  }
  const mains = makeMainWatch({ ...deps, ...watched, repositories, onError: sayUnread(log) })
  const projects = makeProjects({ ...deps, home, repositories, mains, agentsOf })
  const workplaces = makeWorkplaces({
    store,
    projects,
    workspaces,
    isOwnCheckout: isOurs,
    ownFolder: (agent) => makeOwnFolder(home, agent),
    gitPlaces: (record) => listGitPlaces(record, { git, findGitPlace, projects }),
    requireSafeCheckout: makeRequireSafeCheckout({ ...deps, home }),
    noteMainBranches: mains.lookAtAll,
    follower: makeMainFollower({ ...deps, workspaces, findProject: projects.get }),
  })
  const mainBranch = watchMainBranch(makeGitMainBranch(git, home, findGitPlace, shadows), mains)
  const improve = {
    ...deps,
    projects,
    ground: makeGitChangeGround(git, home, findGitPlace),
    matches: makeGlobMatcher(),
    readSelfReview: async () => (await deps.policies.read()).policy.selfReview,
    isOwnCheckout: isOurs,
    catchUp: mainBranch.catchUp,
    bringHome: (project: Project, branch: string) => bringHome(workspaces, project, branch),
    findOverlaps: makeFindOverlaps(workspaces, deps.clock),
  }
  return {
    ...makePushes(deps, { git, findGitPlace, home, projects }),
    projects,
    mains,
    workspaces,
    workplaces,
    improve,
    mainBranch,
    async readGit({ name, project, workspace }) {
      // In a checkout, its work is not told apart from what the person does there.
      if (project === null || workspace === null) return null
      return gitStateOf(await workspaces.diff({ project: await projects.get(project), agent: name }))
    },
    wardTrees: makeGitWardTrees(git, findGitPlace, (id) => wardFolder(home, id)),
    tellOfGap: () => tellOfGap(git, log),
    demoRepository: () => makeDemoRepository(git, home),
    healRepository: () => makeHealRepository(git, home, deps.healExample),
  }
}

function makePushes(
  deps: ProjectPartsDeps,
  {
    home,
    projects,
    ...door
  }: Pick<GitRemotesDeps, 'git' | 'findGitPlace'> & { home: string; projects: Projects },
): Pick<ProjectParts, 'remotes' | 'workPushes'> {
  const { environment, log } = deps
  const remotes = makeGitRemotes({ ...door, environment, writable: () => listWritable(deps, home) })
  const onError = (error: unknown, doing: string) => log.error({ err: error }, doing)
  return { remotes, workPushes: makePushKeeper({ ...deps, remotes, findProject: projects.get, onError }) }
}

/** What of git an agent's sandbox shows, besides its workspace. */
async function listGitPlaces(
  record: Parameters<Workplaces['gitPlaces']>[0],
  { git, findGitPlace, projects }: Pick<GitRemotesDeps, 'git' | 'findGitPlace'> & { projects: Projects },
): ReturnType<Workplaces['gitPlaces']> {
  const { project, workspace, folder } = record
  if (workspace === null || project === null)
    return { borrowed: [], steering: isInCheckout(record) ? listSteering(folder) : [] }
  const { path } = await projects.get(project)
  const { folders } = await readObjectPlace(git, findGitPlace(path))
  return { borrowed: folders, steering: [] }
}

/** For an agent without a project. */
async function makeOwnFolder(home: string, agent: string): Promise<string> {
  const folder = join(home, 'agents', agent, 'work')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

const sayStaleLock = (log: Logger) => (index: string) =>
  log.warn({ index }, 'an earlier git had left a lock on this index of ours; it was removed')

const sayUnread =
  (log: Logger) =>
  (error: unknown, { name }: Project) =>
    log.warn({ err: error, project: name }, 'its main branch could not be looked at')

/** An agent in a checkout writes into a project, and every agent into its workspace. */
async function listWritable(deps: ProjectPartsDeps, home: string): Promise<string[]> {
  const projects = await deps.store.read.projects.list({ all: false })
  return [home, ...listOpened(deps), ...projects.map(({ path }) => path)]
}

/** What the settings open to every agent. A path that is not there yet stays as it is written. */
function listOpened({ config, environment }: ProjectPartsDeps): string[] {
  const named = config.agents.confine.writable.map((path) => underHome(path, [environment['HOME'] ?? '']))
  return named.map((path) => (existsSync(path) ? realpathSync(path) : path))
}

async function tellOfGap(git: Git, log: Logger): Promise<void> {
  const gap = await git.sandboxGap()
  if (gap !== undefined) log.warn({ gap }, 'git runs without a sandbox')
}

/** The branch of an agent is in its workspace, and comes from there; any other is in the project already. */
async function bringHome(workspaces: Workspaces, project: Project, branch: string): Promise<void> {
  const agent = AgentName.safeParse(/^agent\/(.+)$/.exec(branch)?.[1])
  if (!agent.success || !(await workspaces.list(project.name)).includes(agent.data)) return
  await workspaces.bringHome({ project, agent: agent.data })
}
