// Makes a plan into a commit that nobody runs yet, and says how careful one has to be with each of its files.
import type { Mask } from '../../lib/mask.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Change, PlanChange } from '../../protocol/changes/change.ts'
import type { AgentName, ChangeId } from '../../protocol/ids.ts'
import type { Project } from '../../protocol/projects/project.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Principal } from '../access/principal.ts'
import type { Clock } from '../clock.ts'
import type { Entropy } from '../entropy.ts'
import type { Projects } from '../projects/projects.ts'
import type { Store } from '../store.ts'
import type { FindOverlaps } from '../workspaces/find-overlaps.ts'
import type { Difference } from './change-ground.ts'
import { checkEdits } from './risk/check-edits.ts'
import { checkPath } from './risk/check-path.ts'
import { judgeFiles } from './risk/judge-files.ts'
import type { TierRules } from './risk/judge-tier.ts'
import type { MainBranch } from './main-branch.ts'
import type { ChangeRulesDeps } from './risk/read-change-rules.ts'
import { takeBranch, type Branched, type TakeDeps } from './take-branch.ts'
import { noteMove } from './tell/note-move.ts'

export interface ImproveDeps extends ChangeRulesDeps, TakeDeps {
  readonly store: Store
  readonly clock: Clock
  readonly entropy: Entropy
  readonly projects: Pick<Projects, 'get' | 'readRules'>
  readonly matches: TierRules['matches']
  readonly catchUp: MainBranch['catchUp']
  /** Which of these files others work on, in their workspaces. */
  readonly findOverlaps: FindOverlaps
}

/** More is not one change. */
const FILES_MAX = 1000
const WRONGS_SHOWN = 10

export async function planChange(deps: ImproveDeps, request: PlanChange, by: Principal): Promise<Change> {
  const { mask } = deps.store.read
  const known = request.id && (await deps.store.read.changes.byId(request.id))
  if (known) return requireSame(known, request, by, mask)
  const project = await findProject(deps, request, by)
  const id = request.id ?? deps.entropy.id('chg')
  const { base, head, marks, branched } = await makeCommit(deps, project, request, { id, by })
  const difference = await deps.ground.compare(project, base, head)
  refuseOdd(difference, request.targetFiles)
  const { files, tier } = await judgeFiles(deps, project, difference, marks)
  await deps.ground.keep(project, id, head)
  const at = timestampFromMs(deps.clock.nowMs())
  const { description, kind, requiresRestart, skipTests, branch } = request
  const change: Omit<Change, 'seq'> = {
    id,
    project: project.name,
    description,
    kind,
    state: 'planned',
    tier,
    files,
    base,
    head,
    sha256: difference.sha256,
    branch: `${kind}/${id}`,
    plain: deps.ground.isPlain(project),
    checks: [],
    running: null,
    rebases: 0,
    adopted: null,
    undone: null,
    restartAt: null,
    sick: null,
    release: null,
    steps: [{ to: 'planned', at, actor: by.actor, note: null }],
    from: branch ?? null,
    fromHead: branched?.tip ?? null,
    merging: branched?.how ?? 'rebase',
    workOf: branched?.workOf ?? null,
    requiresRestart,
    skipTests,
    author: by.actor,
    agent: by.agent,
    note: branched?.note ?? null,
    createdAt: at,
    updatedAt: at,
    leave: null,
    review: null,
    checkedHead: null,
    overlaps: await deps.findOverlaps(
      project,
      files.map(({ path }) => path),
      isOwn(by.agent, branch),
    ),
  }
  return deps.store.write(async (writer) => {
    const { changes, events } = writer
    // Asked twice at the same time.
    const twin = await changes.byId(id)
    if (twin) return requireSame(twin, request, by, mask)
    const { sha256 } = change
    const data = { id, project: project.name, description, tier, files: files.length, sha256 }
    const { seq } = await events.append({ type: 'change.planned', actor: by.actor, data })
    const kept = { ...change, seq }
    await changes.insert(kept)
    await noteMove(deps, writer, kept, { from: 'planned', actor: by.actor, seq })
    return kept
  })
}

/** An id that means two things would lose one of them. */
function requireSame(known: Change, { description, branch }: PlanChange, by: Principal, mask: Mask): Change {
  if (
    known.description === mask.text(description) &&
    known.author === by.actor &&
    known.from === (branch ?? null)
  )
    return known
  throw new CmuxError('CONFLICT', `the id ${known.id} was used for another change`, {
    hint: 'give each change an id of its own, or none',
  })
}

async function findProject(
  { store, projects }: ImproveDeps,
  request: PlanChange,
  by: Principal,
): Promise<Project> {
  const own = by.agent && (await store.read.agents.byName(by.agent))?.project
  // What an agent may touch is what it was put to work on.
  if (by.agent !== null && request.project !== undefined && request.project !== own)
    throw new CmuxError('FORBIDDEN', `${by.agent} does not work on ${request.project}`)
  const name = request.project ?? own
  if (name === undefined || name === null)
    throw new CmuxError('BAD_REQUEST', 'project: a project is required', {
      hint: 'see `cmux project list`',
    })
  return projects.get(name)
}

interface Plan {
  readonly id: ChangeId
  readonly by: Principal
}

interface Range {
  readonly base: string
  readonly head: string
  /** Of cmux itself, in the base. */
  readonly marks: Pick<ReadonlySet<string>, 'has'>
  readonly branched?: Branched
}

async function makeCommit(
  deps: ImproveDeps,
  project: Project,
  request: PlanChange,
  plan: Plan,
): Promise<Range> {
  await catchUp(deps, project)
  const main = await deps.ground.main(project)
  if (main === undefined)
    throw new CmuxError('CONFLICT', `${project.name} has no branch ${project.mainBranch} any more`)
  return request.branch === undefined
    ? stageEdits(deps, project, request, { ...plan, base: main })
    : takeBranch(deps, project, { ...request, branch: request.branch }, { ...plan, base: main })
}

/** Not while files are being moved there: half of them would count as people's. */
async function catchUp(deps: ImproveDeps, project: Project): Promise<void> {
  const moving = await deps.store.read.changes.inStates(['adopting', 'rolling_back'])
  if (moving.every((change) => change.project !== project.name)) await deps.catchUp(project)
}

async function stageEdits(
  { ground }: ImproveDeps,
  project: Project,
  { changes: edits = [], targetFiles, description }: PlanChange,
  { id, by, base }: Plan & { readonly base: string },
): Promise<Range> {
  const tree = await ground.tree(project, base)
  const wrongs = checkEdits(edits, tree, targetFiles)
  if (wrongs.length > 0) throw refusePlan(wrongs)
  const message = `${description}\n\nChange: ${id}\nAsked-by: ${by.actor}\n`
  const staged = await ground.stage({ id, project, base, edits, message })
  if (staged.kind === 'conflict')
    throw new CmuxError(
      'CONFLICT',
      `the patch for ${staged.file} does not fit ${project.mainBranch}: ${staged.why}`,
      {
        hint: 'read the file as it is on the main branch now, and make the patch again',
      },
    )
  return { base, head: staged.head, marks: tree }
}

function refuseOdd({ files }: Difference, announced: readonly string[] | undefined): void {
  if (files.length === 0) throw new CmuxError('CONFLICT', 'the change is empty')
  if (files.length > FILES_MAX)
    throw new CmuxError(
      'LIMIT_REACHED',
      `${files.length} files are touched; a change has at most ${FILES_MAX}`,
      {
        hint: 'split it into several changes',
      },
    )
  const wrongs = files.flatMap(({ path }) => {
    const wrong =
      checkPath(path) ?? (announced?.includes(path) === false ? 'is not one of the targetFiles' : undefined)
    return wrong === undefined ? [] : [`${path} ${wrong}`]
  })
  if (wrongs.length > 0) throw refusePlan(wrongs)
}

function refusePlan(wrongs: readonly string[]): CmuxError {
  const more = wrongs.length > WRONGS_SHOWN ? [`and ${wrongs.length - WRONGS_SHOWN} more`] : []
  return new CmuxError('CHANGE_REFUSED', [...wrongs.slice(0, WRONGS_SHOWN), ...more].join('; '))
}

/** Who plans it, and whose branch it is, do not stand in their own way. */
const isOwn = (agent: Principal['agent'], branch: string | undefined) => (name: AgentName) =>
  name === agent || branch === `agent/${name}`
