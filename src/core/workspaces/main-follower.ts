// Brings the workspaces of agents that rest to where their project's main branch is now. Each is looked at once for every rest and every
// commit of the main branch: what was found then holds until its agent has been at work again.
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Project } from '../../protocol/projects/project.ts'
import type { AgentId } from '../../protocol/ids.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'
import type { Moved, WorkspacePlace } from './workspace-ground.ts'
import type { Workspaces } from './workspaces.ts'

export interface MainFollower {
  /** Whether there is something to look at for this agent. */
  isDue(record: AgentRecord): Promise<boolean>
  /** Moves its workspace if that can be done. Nothing may be typed into the agent meanwhile. */
  follow(record: AgentRecord): Promise<void>
}

export interface MainFollowerDeps {
  readonly store: Store
  readonly clock: Clock
  readonly workspaces: Pick<Workspaces, 'follow'>
  readonly findProject: (name: Project['name']) => Promise<Project>
}

/** A git of the agent holds a lock, or it has just begun something. */
const AGAIN_MS = 5000
/** An agent's branch is merged rarely compared with how often others' are. */
const CHANGES_READ = 100
const LANDED_MAX = 5

export function makeMainFollower({ store, clock, workspaces, findProject }: MainFollowerDeps): MainFollower {
  const looked = new Map<AgentId, { readonly key: string; readonly untilMs: number }>()
  const keyOf = async ({ project: name, generation, restedAt, status }: AgentRecord) => {
    const project = name === null ? undefined : await store.read.projects.byName(name)
    const main = project && (await store.read.mains.byProject(project.id))
    // What an agent may have put there waits until a person has accepted it.
    if (!main?.commit || main.doubt) return undefined
    return [main.commit, generation, restedAt, status].join(' ')
  }
  return {
    async isDue(record) {
      if (!isAtRest(record)) return false
      const key = await keyOf(record)
      const known = looked.get(record.id)
      return key !== undefined && (known?.key !== key || clock.monotonicMs() >= known.untilMs)
    },
    async follow(record) {
      const key = await keyOf(record)
      if (key === undefined || record.project === null) return
      const project = await findProject(record.project)
      const mayMove = async () => {
        const now = await store.read.agents.byId(record.id)
        return now !== undefined && now.generation === record.generation && isAtRest(now)
      }
      let untilMs = clock.monotonicMs() + AGAIN_MS
      try {
        const landed = await listLanded(store, project, record)
        const outcome = await workspaces.follow({ project, agent: record.name }, { landed, mayMove })
        if (outcome.kind !== 'stays' || !outcome.isPassing) untilMs = Number.POSITIVE_INFINITY
      } finally {
        looked.set(record.id, { key, untilMs })
      }
    },
  }
}

/** Of a plain program nobody knows whether it rests. */
function isAtRest(record: AgentRecord): boolean {
  const { workspace, elsewhere, ending, approval, status, pane, turn, cutAt, compaction } = record
  if (workspace === null || elsewhere || ending || approval) return false
  if (status === 'stopped') return pane === null
  const isBetween = turn?.turn !== 'working' && turn?.turn !== 'waiting' && cutAt === null
  const isShortened = compaction === null || compaction.stage === 'failed'
  return status === 'idle' && record.runtime !== 'shell' && isBetween && isShortened
}

/** What was merged of its branch and is still there. */
async function listLanded({ read }: Store, project: Project, { name }: AgentRecord) {
  const query = { project: project.name, limit: CHANGES_READ, cursor: Number.MAX_SAFE_INTEGER }
  const changes = await read.changes.list(query)
  return changes
    .flatMap(({ from, fromHead, adopted, undone, state }) =>
      from === `agent/${name}` && fromHead !== null && adopted && !undone && state === 'good'
        ? [{ tip: fromHead, to: adopted.to }]
        : [],
    )
    .slice(0, LANDED_MAX)
}

/** Written once: it is told again after a crash. */
export async function noteMoved(
  { store, clock }: Pick<MainFollowerDeps, 'store' | 'clock'>,
  { project, agent }: WorkspacePlace,
  { from, to }: Moved,
): Promise<void> {
  await store.write(async ({ agents, events }) => {
    const record = await agents.byName(agent)
    if (record?.project !== project.name || record.movedTo?.to === to) return
    const since = record.movedTo?.from ?? from
    const at = timestampFromMs(clock.nowMs())
    await agents.change(record.id, { movedTo: { from: since, to, at, delivery: null } })
    const data = { agent, project: project.name, from, to }
    await events.append({ type: 'agent.workspace_moved', actor: 'system', data })
  })
}
