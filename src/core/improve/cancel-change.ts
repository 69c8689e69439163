// Calls a change off. Its commit is let go of; what was planned stays in the history.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Change } from '../../protocol/change.ts'
import type { ChangeId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Principal } from '../access/principal.ts'
import { findChange } from './find-change.ts'
import type { ImproveDeps } from './plan-change.ts'

export async function cancelChange(
  deps: ImproveDeps,
  id: ChangeId,
  reason: string | null,
  by: Principal,
): Promise<Change> {
  const { store, clock, projects, ground } = deps
  const { project: name } = await findChange(store.read, id)
  const canceled = await store.write(async (writer) => {
    const change = await findChange(writer, id)
    if (by.agent !== null && by.agent !== change.agent)
      throw new CmuxError('FORBIDDEN', `${id} was planned by ${change.author}`)
    if (change.state === 'canceled') return change
    const updatedAt = timestampFromMs(clock.nowMs())
    const update = { state: 'canceled', note: reason, updatedAt } as const
    await writer.changes.update(id, update)
    const data = { id, project: change.project, reason }
    await writer.events.append({ type: 'change.canceled', actor: by.actor, data })
    return { ...change, ...update }
  })
  await ground.release(await projects.get(name), id)
  return canceled
}
