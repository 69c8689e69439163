// The one place that writes how a service stands, with what there is to tell of it, in one transaction. Only what is named changes:
// the keeper, people and changes write side by side.
import type { NewEvent } from '../../protocol/event.ts'
import type { ProjectId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Ward } from '../../protocol/wards/ward.ts'
import type { WardDeps } from './ward-deps.ts'

const ACTOR = 'system'

export type WardUpdate = Partial<Omit<Ward, 'id' | 'project' | 'since'>>

/** The ward as it is then; undefined when it is gone. */
export async function changeWard(
  { store, clock }: Pick<WardDeps, 'store' | 'clock'>,
  id: ProjectId,
  decide: (ward: Ward) => WardUpdate,
  ...told: NewEvent[]
): Promise<Ward | undefined> {
  return store.write(async ({ wards, events }) => {
    const before = await wards.byId(id)
    if (!before) return undefined
    const update = decide(before)
    const isMove = update.status !== undefined && update.status !== before.status
    const since = isMove ? timestampFromMs(clock.nowMs()) : before.since
    const after = { ...before, ...update, since }
    await wards.put(after)
    for (const event of [...told, ...tell(before, after)]) await events.append(event)
    return after
  })
}

function tell(before: Ward, after: Ward): NewEvent[] {
  const { project, status: to, why, serving } = after
  const events: NewEvent[] = []
  if (to !== before.status)
    events.push({ type: 'service.status', actor: ACTOR, data: { project, from: before.status, to, why } })
  if (serving !== null && serving !== before.serving)
    events.push({
      type: 'service.served',
      actor: ACTOR,
      data: { project, commit: serving, before: before.serving },
    })
  return events
}
