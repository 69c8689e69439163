// Writes down what an agent used, with the event that tells of it, for everybody whose budget it counts for.
import type { NewEvent } from '../../protocol/event.ts'
import type { AgentName, TaskId } from '../../protocol/ids.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { StoreReader, StoreWriter } from '../store.ts'
import { NO_COUNTS, type Counts } from './counts.ts'

export interface Charge {
  readonly counts: Partial<Counts>
  readonly model?: string
  /** The event that tells of it; it says for which task. */
  readonly event: (task: TaskId | null) => NewEvent
}

export async function charge(
  writer: StoreWriter,
  { name, project }: Pick<AgentRecord, 'name' | 'project'>,
  { counts, model, event }: Charge,
): Promise<void> {
  const task = await findCurrentTask(writer, name)
  const { at } = await writer.events.append(event(task))
  if (Object.values(counts).every((count) => count === 0)) return
  const entry = { at, agent: name, project, task, model: model ?? null }
  await writer.usage.add({ ...entry, counts: { ...NO_COUNTS, ...counts } })
}

/** Of several that it works on, the one that it last said something of: nothing is counted twice. */
export async function findCurrentTask(
  { tasks }: Pick<StoreReader, 'tasks'>,
  agent: AgentName,
): Promise<TaskId | null> {
  const working = (await tasks.openOf(agent)).filter(({ state }) => state === 'working')
  return working.toSorted((a, b) => a.updatedAt.localeCompare(b.updatedAt)).at(-1)?.id ?? null
}
