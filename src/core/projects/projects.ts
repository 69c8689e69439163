// Adding and removing projects. Neither touches a file of the repository.
import { CmuxError } from '../../protocol/cmux-error.ts'
import { ProjectName } from '../../protocol/ids.ts'
import type { AgentName } from '../../protocol/ids.ts'
import { nameFromText } from '../../lib/name-from-text.ts'
import type { AddProject, Project, ProjectRules } from '../../protocol/projects/project.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Principal } from '../access/principal.ts'
import type { Clock } from '../clock.ts'
import type { Entropy } from '../entropy.ts'
import type { Store } from '../store.ts'
import { decideMainBranch, type BranchFacts } from './decide-main-branch.ts'
import { CHECK_SOURCES } from './find-checks.ts'
import type { MainSight } from './main-table.ts'
import type { MainWatch } from './main-watch.ts'
import { PROJECT_FILE, readRules } from './read-rules.ts'
import type { Examination, Repositories } from './repositories.ts'

export interface ProjectDeps {
  readonly store: Store
  readonly clock: Clock
  readonly entropy: Entropy
  readonly repositories: Repositories
  readonly mains: Pick<MainWatch, 'look' | 'trust'>
  /** With links resolved. */
  readonly home: string
  /** Who still works on it. */
  readonly agentsOf: (project: Project) => Promise<readonly AgentName[]>
}

export interface Projects {
  add(request: AddProject, by: Principal): Promise<Project>
  get(name: ProjectName): Promise<Project>
  remove(name: ProjectName, by: Principal): Promise<Project>
  readRules(project: Project): Promise<ProjectRules>
  /** The rules that stand in a commit: for what runs of it, never for what is to be judged. Trusted rules, while newer ones wait. */
  readRulesAt(project: Project, commit: string): Promise<ProjectRules>
  /** From the trusted commit of its main branch, never from a work tree that an agent could edit. */
  readFile(name: ProjectName, path: string): Promise<string | undefined>
  /** A person accepts the rules that wait. */
  trust(name: ProjectName, commit: string, by: Principal): Promise<Project>
}

export function makeProjects(deps: ProjectDeps): Projects {
  const { store, repositories, mains } = deps
  const get = async (name: ProjectName) => {
    const project = await store.read.projects.byName(name)
    if (!project) throw unknownProject(name)
    return project
  }
  return {
    get,
    async readFile(name, path) {
      const project = await get(name)
      const { trusted } = await mains.look(project)
      return trusted === null ? undefined : repositories.readFile(project.path, trusted, path)
    },
    async add(request, by) {
      const project = await addProject(deps, request, by)
      // From here on it is known who could have moved its main branch.
      await mains.look(project)
      return project
    },
    async remove(name, by) {
      const project = await get(name)
      const agents = await deps.agentsOf(project)
      if (agents.length > 0)
        throw new CmuxError('CONFLICT', `${name} still has agents: ${agents.join(', ')}`, {
          hint: 'remove them first (`cmux agent remove NAME`): their work is brought home by that',
        })
      return store.write(async ({ projects, events }) => {
        const known = await projects.byName(name)
        if (known?.id !== project.id) throw unknownProject(name)
        const removedAt = timestampFromMs(deps.clock.nowMs())
        await projects.remove(project.id, removedAt)
        await events.append({ type: 'project.removed', actor: by.actor, data: { id: project.id, name } })
        return { ...project, removedAt }
      })
    },
    async readRules(project) {
      const sight = await mains.look(project)
      return readTrusted(deps, project, sight, [PROJECT_FILE, ...CHECK_SOURCES])
    },
    async readRulesAt(project, commit) {
      const sight = await mains.look(project)
      if (sight.doubt !== null) return readTrusted(deps, project, sight, [PROJECT_FILE])
      return readRules(await repositories.readRoot(project.path, commit, [PROJECT_FILE]), project.mainBranch)
    },
    async trust(name, commit, by) {
      const project = await get(name)
      await mains.trust(project, commit, by)
      return project
    },
  }
}

/** While newer rules wait, those of the trusted commit; none at all when that commit is gone. */
async function readTrusted(
  { repositories }: ProjectDeps,
  { name, path, mainBranch }: Project,
  { commit, trusted, doubt }: MainSight,
  wanted: readonly string[],
): Promise<ProjectRules> {
  if (commit === null || trusted === null) return readRules(undefined, mainBranch)
  const waiting = doubt && {
    commit,
    since: doubt.since,
    agents: doubt.writers.map(({ agent }) => agent),
  }
  try {
    return { ...readRules(await repositories.readRoot(path, trusted, wanted), mainBranch), waiting }
  } catch (error) {
    if (waiting === null) throw error
    const problem = `the trusted commit ${trusted} can't be read: accept the rules of ${mainBranch} with \`cmux project trust ${name}\``
    return { ...readRules(undefined, mainBranch), problem, waiting }
  }
}

async function addProject(deps: ProjectDeps, request: AddProject, by: Principal): Promise<Project> {
  const examined = await deps.repositories.examine(request.path)
  if (examined.kind === 'unusable')
    throw new CmuxError('NOT_A_REPOSITORY', examined.reason, { hint: examined.hint })
  const { root } = examined
  refuseHome(root, deps.home)
  const same = await deps.store.read.projects.byPath(root)
  if (same) throw takenAlready(root, same)
  const branches = await findBranches(deps, request, examined)
  const mainBranch = decideMainBranch(branches)
  if (mainBranch === undefined)
    throw new CmuxError('NOT_A_REPOSITORY', `${root} has no commit yet`, {
      hint: 'make a first commit there',
    })
  const project: Project = {
    id: deps.entropy.id('prj'),
    name: request.name ?? decideName(root),
    path: root,
    mainBranch,
    createdAt: timestampFromMs(deps.clock.nowMs()),
    addedBy: by.actor,
    removedAt: null,
  }
  return deps.store.write(async ({ projects, events }) => {
    const twin = await projects.byPath(root)
    if (twin) throw takenAlready(root, twin)
    const { id, name, path } = project
    if (await projects.byName(name))
      throw new CmuxError('CONFLICT', `there is another project ${name}`, {
        hint: 'give it a name with --name',
      })
    await projects.insert(project)
    await events.append({ type: 'project.added', actor: by.actor, data: { id, name, path, mainBranch } })
    return project
  })
}

const takenAlready = (root: string, { name }: Project) =>
  new CmuxError('CONFLICT', `${root} is a project already: ${name}`)

async function findBranches(
  { repositories }: ProjectDeps,
  { plain }: AddProject,
  examined: Exclude<Examination, { kind: 'unusable' }>,
): Promise<BranchFacts> {
  const { root } = examined
  if (examined.kind === 'repository') {
    await repositories.setShadowAside(root)
    return examined.branches
  }
  if (plain === true) return repositories.shadow(root)
  throw new CmuxError('NOT_A_REPOSITORY', `${root} is no git repository`, {
    hint: 'run `git init` and make a first commit there, name another folder, or say --plain to go on without git',
  })
}

const DEMOS: ReadonlySet<string> = new Set(['/demo', '/demo-heal'])

/** What cmux keeps there is not for agents, and moves when it likes; but for the repositories that the demos make. */
function refuseHome(root: string, home: string): void {
  // A reset or a clean of that tree would take cmux's own state with it (R5).
  if (`${home}/`.startsWith(`${root}/`) && root !== home)
    throw new CmuxError('NOT_A_REPOSITORY', `cmux's own home ${home} is inside of ${root}`, {
      hint: 'start cmux with a home that stands outside of it (--home, or CMUX_HOME)',
    })
  if (`${root}/`.startsWith(`${home}/`) && !DEMOS.has(root.slice(home.length)))
    throw new CmuxError('NOT_A_REPOSITORY', `${root} is inside of cmux's own home ${home}`, {
      hint: 'name a repository that stands elsewhere',
    })
}

function decideName(root: string): ProjectName {
  const name = nameFromText(root.slice(root.lastIndexOf('/') + 1))
  if (name !== undefined) return ProjectName.parse(name)
  throw new CmuxError('BAD_REQUEST', `no name can be made of the folder ${root}`, {
    hint: 'give it one with --name: a letter, then letters, digits and dashes',
  })
}

function unknownProject(name: ProjectName): CmuxError {
  return new CmuxError('NOT_FOUND', `there is no project ${name}`, { hint: 'see `cmux project list`' })
}
