// Looks at an agent's work: its conversation, git, what it said, its tasks. What can't be looked at in time is left out.
import { withLimit } from '../../lib/with-limit.ts'
import type { GitState, WorkState } from '../../protocol/agents/work-state.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { TaskRecord } from '../tasks/task-record.ts'
import { NO_PROGRESS } from './merge-progress.ts'
import { workOutState, type TaskSight } from './work-out-state.ts'

export type WorkDeps = Pick<AgentDeps, 'store' | 'clock' | 'continuity' | 'onError'>

/** An agent waits for it, at the start of a session or before its conversation is shortened. */
const LOOK_MAX_MS = 6000
const FINISHED_MAX = 5

export async function observeWork(deps: WorkDeps, record: AgentRecord): Promise<WorkState> {
  const { store, clock, continuity } = deps
  const [entries, seen, saved, tasks, finished] = await Promise.all([
    look(deps, continuity.readConversation(record), [], `reading the conversation of ${record.name}`),
    look<GitState | null | undefined>(
      deps,
      continuity.readGit(record),
      undefined,
      `looking at the work of ${record.name}`,
    ),
    store.read.keepsakes.progressOf(record.id),
    store.read.tasks.openOf(record.name).then((open) => sightsOf(deps, open)),
    listFinished(deps, record),
  ])
  const git = seen === undefined ? await lastSeen(deps, record) : seen
  const at = timestampFromMs(clock.nowMs())
  const facts = { agent: record, at, entries, git, saved: saved ?? NO_PROGRESS, tasks, finished }
  return store.read.mask.deep(workOutState(facts))
}

/** On a busy machine git may take too long: then what it said when the state was last kept is better than nothing. */
async function lastSeen({ store }: WorkDeps, { id }: AgentRecord): Promise<GitState | null> {
  const kept = await store.read.keepsakes.stateOf(id)
  const git = kept?.state.git_state ?? null
  const files = kept?.state.files_modified ?? []
  const changed = files.flatMap(({ path, git: status }) =>
    status === null || status === 'same' ? [] : [{ path, status }],
  )
  return git && { ...git, changed }
}

async function look<T>(
  { clock, onError }: WorkDeps,
  work: Promise<T>,
  otherwise: T,
  doing: string,
): Promise<T> {
  const found = work.catch((error: unknown) => {
    onError(error, doing)
    return otherwise
  })
  return withLimit(clock, LOOK_MAX_MS, found, () => otherwise)
}

async function listFinished(deps: WorkDeps, { name }: AgentRecord): Promise<TaskSight[]> {
  const query = { assignee: name, open: false, newest: true, limit: FINISHED_MAX, cursor: 0 }
  const over = await deps.store.read.tasks.list({ ...query, state: ['completed', 'failed', 'canceled'] })
  return sightsOf(deps, over)
}

function sightsOf({ store }: WorkDeps, tasks: readonly TaskRecord[]): Promise<TaskSight[]> {
  return Promise.all(
    tasks.map(async ({ id, title, state, waitsFor }) => {
      const notes = (await store.read.tasks.history(id)).flatMap(({ note }) => note ?? [])
      return { id, title, state, waitsFor, note: notes.at(-1) ?? null, notes }
    }),
  )
}
