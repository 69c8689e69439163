// Keeps each agent's current_task.md as it should be: after a word of its own, a change of its tasks, a turn, a start (C4). Beside
// the round of the agents: nobody waits for it.
import type { GitState } from '../../protocol/agents/work-state.ts'
import type { Event } from '../../protocol/event.ts'
import type { AgentId } from '../../protocol/ids.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import { composeCurrentTask } from './compose-current-task.ts'
import { observeWork } from './observe-work.ts'

type Deps = Pick<AgentDeps, 'clock' | 'continuity' | 'files' | 'onError' | 'store'>

export interface CurrentTaskKeeper {
  /** Something may have changed: looks soon, unless it looks already. */
  tend(): void
  /** Resolves when nothing of it is under way any more. */
  settled(): Promise<void>
}

/** A turn changes files, a start may find others: only then git is asked again. */
const LOOKS = ['agent.status', 'agent.started', 'agent.state_kept']
const TYPES = [...LOOKS, 'agent.progress', 'task.*']
const PAGE = 1000

export function makeCurrentTaskKeeper(deps: Deps): CurrentTaskKeeper {
  const { store } = deps
  const known = new Map<AgentId, GitState | null>()
  let after: number | undefined
  let running: Promise<void> | undefined

  const write = async (record: AgentRecord, isLook: boolean) => {
    const { id } = record
    const git =
      isLook || !known.has(id) ? await deps.continuity.readGit(record).catch(() => null) : known.get(id)
    known.set(id, git ?? null)
    await writeCurrentTask(
      { ...deps, continuity: { ...deps.continuity, readGit: async () => git ?? null } },
      record,
    )
  }
  const look = async () => {
    const isFirst = after === undefined
    const from = after ?? (await store.read.events.head())
    const events = isFirst ? [] : await store.read.events.within({ after: from, types: TYPES, limit: PAGE })
    after = events.at(-1)?.seq ?? from
    if (!isFirst && events.length === 0) return
    for (const record of await store.read.agents.all()) {
      const own = events.filter((event) => isAbout(event, record))
      // What was missed while no server ran is made good at the first look.
      if (isFirst || own.length > 0)
        await write(
          record,
          own.some(({ type }) => LOOKS.includes(type)),
        )
    }
  }
  return {
    tend() {
      running ??= look()
        .catch((error: unknown) => deps.onError(error, 'writing what agents are at'))
        .finally(() => (running = undefined))
    },
    settled: () => running ?? Promise.resolve(),
  }
}

/** A task that went to another names only that one; who had it is not known any more. */
function isAbout({ type, data }: Event, { name }: AgentRecord): boolean {
  return type === 'task.assigned' || data['agent'] === name || data['assignee'] === name
}

export async function writeCurrentTask(deps: Deps, record: AgentRecord): Promise<void> {
  if (record.runtime === 'shell') return
  const home = await deps.files.homeOf(record.name)
  const content = composeCurrentTask(await observeWork(deps, record))
  await deps.files.write([{ path: `${home}/current_task.md`, content }])
}
