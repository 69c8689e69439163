// The commits of a branch, as a change brings them: on top of what the main branch is now, each with its author, its date and its message.
import type { Change, Merging, PlanChange } from '../../protocol/changes/change.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { AgentName, type ChangeId, type TaskId } from '../../protocol/ids.ts'
import type { Project } from '../../protocol/projects/project.ts'
import type { Principal } from '../access/principal.ts'
import type { Projects } from '../projects/projects.ts'
import type { Store } from '../store.ts'
import type { ChangeGround, Merged } from './change-ground.ts'
import { readMarks } from './risk/looks-like-cmux.ts'
import { trailersOf } from './trailers-of.ts'

export interface TakeDeps {
  readonly store: Pick<Store, 'read'>
  readonly projects: Pick<Projects, 'readRules'>
  readonly ground: ChangeGround
  /** Brings an agent's commits into the project, so that its branch is what the agent has now. */
  readonly bringHome: (project: Project, branch: string) => Promise<void>
}

interface Order {
  readonly id: ChangeId
  readonly by: Principal
  /** The commit of the main branch. */
  readonly base: string
}

export interface Taken {
  readonly base: string
  readonly head: string
  /** Of cmux itself, in the base. */
  readonly marks: ReadonlySet<string>
  readonly branched: Branched
}

export interface Branched {
  /** What the branch was then. */
  readonly tip: string
  readonly how: Merging
  readonly workOf: Change['workOf']
  readonly note: string | null
}

/** An agent has few changes at a time, so what its branch brought last is among these. */
const CHANGES_READ = 200
const TASKS_READ = 10
const SUBJECT_SHOWN = 80

export async function takeBranch(
  deps: TakeDeps,
  project: Project,
  request: PlanChange & { readonly branch: string },
  { id, by, base: main }: Order,
): Promise<Taken> {
  const { branch, description } = request
  await deps.bringHome(project, branch)
  const tip = await deps.ground.branch(project, branch)
  if (tip === undefined)
    throw new CmuxError('NOT_FOUND', `${project.name} has no branch ${branch}`, { hint: 'see `git branch`' })
  const fork = await deps.ground.fork(project, main, tip)
  if (fork === undefined)
    throw new CmuxError('CONFLICT', `${branch} and ${project.mainBranch} have no commit in common`)
  const landed = await findLanded(deps, project, branch, tip)
  const brought = landed?.fromHead ?? undefined
  const isLater = brought !== undefined && (await deps.ground.contains(project, brought, fork))
  const agent = AgentName.safeParse(branch.replace(/^agent\//, '')).data
  const isOfAgent = agent !== undefined && branch.startsWith('agent/')
  const workOf = isOfAgent ? { agent, task: await findTask(deps, project, agent, landed) } : null
  const how = request.merging ?? (await deps.projects.readRules(project)).file?.merging ?? 'rebase'
  const merged = await deps.ground.merge({
    project,
    after: isLater ? brought : fork,
    without: brought === undefined ? [] : [brought],
    head: tip,
    onto: main,
    how,
    message: description,
    trailers: trailersOf({ id, workOf, author: by.actor }),
  })
  if (merged.kind === 'conflict')
    throw new CmuxError('CONFLICT', describeConflict(project, merged), {
      hint: `bring ${branch} up to date first: git rebase ${main.slice(0, 12)} there, then draft it again; nothing was changed`,
    })
  const branched = { tip, how: merged.how, workOf, note: noteOn(how, merged) }
  return { base: main, head: merged.head, marks: await readMarks(deps.ground, project, main), branched }
}

/** In words: which commit does not fit, and where. */
export function describeConflict(
  { mainBranch }: Project,
  { files, commit }: Extract<Merged, { kind: 'conflict' }>,
): string {
  const subject = commit?.subject.slice(0, SUBJECT_SHOWN)
  const which = commit === undefined ? '' : ` (commit ${commit.id.slice(0, 12)}, "${subject}")`
  return `${mainBranch} has moved and conflicts in ${files.join(', ')}${which}`
}

function noteOn(asked: Merging, { how, signed }: Extract<Merged, { kind: 'merged' }>): string | null {
  if (how === 'merge' && asked === 'rebase')
    return 'it comes by a merge commit, since the merges of its branch hold work of their own'
  if (signed === 0) return null
  return `signed commits: ${signed}; they are written anew and so lose their signatures (a merge commit keeps them: --merge)`
}

/** What this branch brought last, if the branch still has it: the main branch has that as other commits. */
async function findLanded(
  { store, ground }: TakeDeps,
  project: Project,
  branch: string,
  tip: string,
): Promise<Change | undefined> {
  const cursor = Number.MAX_SAFE_INTEGER
  const changes = await store.read.changes.list({ project: project.name, limit: CHANGES_READ, cursor })
  for (const change of changes) {
    const { from, fromHead, adopted, undone, state } = change
    const isThere = adopted !== null && undone === null && LANDED.has(state)
    if (from !== branch || fromHead === null || !isThere) continue
    if (await ground.contains(project, tip, fromHead)) return change
  }
  return undefined
}

const LANDED: ReadonlySet<Change['state']> = new Set(['good', 'restarting', 'soaking'])

/** What the agent works on, or has completed since its branch was last brought. */
async function findTask(
  { store }: TakeDeps,
  project: Project,
  agent: AgentName,
  landed: Change | undefined,
): Promise<TaskId | null> {
  const { tasks } = store.read
  const isHere = (task: { readonly project: string | null }) =>
    task.project === null || task.project === project.name
  const open = await tasks.openOf(agent)
  const current = open.find((task) => task.state !== 'submitted' && isHere(task))
  if (current) return current.id
  const query = { assignee: agent, newest: true, open: false, limit: TASKS_READ, cursor: 0 }
  const done = (await tasks.list(query)).filter((task) => task.state === 'completed' && isHere(task))
  return done.find(({ updatedAt }) => !landed || updatedAt > landed.createdAt)?.id ?? null
}
