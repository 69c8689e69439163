// Whether something is left to do: an open task, or a step that the agent itself has named.
import type { AgentRecord } from '../agents/agent-record.ts'
import type { StoreWriter } from '../store.ts'

export async function hasUnfinished(
  { tasks, keepsakes }: Pick<StoreWriter, 'tasks' | 'keepsakes'>,
  { id, name }: Pick<AgentRecord, 'id' | 'name'>,
): Promise<boolean> {
  if ((await tasks.openOf(name)).length > 0) return true
  const progress = await keepsakes.progressOf(id)
  return progress?.pendingActions.some(({ done }) => !done) === true
}
