// The clocks have parted: everything that waits is planned anew, in one transaction, and the history tells by how much.
import { timestampFromMs, type Timestamp } from '../../protocol/timestamp.ts'
import type { Clock } from '../clock.ts'
import type { Store, StoreWriter } from '../store.ts'
import { replanAgent } from './replan-agent.ts'

const ROWS_MAX = 10_000

export async function replan(store: Store, partedMs: number): Promise<void> {
  const move = (at: Timestamp) => timestampFromMs(Date.parse(at) + partedMs)
  await store.write(async (writer) => {
    for (const record of await writer.agents.all())
      await writer.agents.change(record.id, replanAgent(record, partedMs))
    for (const { id, expiresAt } of await writer.approvals.waiting(ROWS_MAX))
      await writer.approvals.change(id, { expiresAt: move(expiresAt) })
    await replanChanges(writer, move)
    for (const notice of await writer.notices.list({ state: 'waiting', limit: ROWS_MAX }))
      await writer.notices.update({
        ...notice,
        dueAt: move(notice.dueAt),
        retryAt: notice.retryAt && move(notice.retryAt),
      })
    await writer.events.append({ type: 'clock.parted', actor: 'system', data: { byMs: partedMs } })
  })
}

async function replanChanges({ changes }: StoreWriter, move: (at: Timestamp) => Timestamp): Promise<void> {
  for (const { id, restartAt, review } of await changes.inStates(['restarting', 'reviewing']))
    await changes.update(id, {
      restartAt: restartAt && move(restartAt),
      review: review && { ...review, until: review.until && move(review.until) },
    })
}

const EVENTS_LOOKED_AT = 50
/** A clock that is corrected by less is everyday life. */
const AHEAD_MIN_MS = 2000

/** While no server ran the wall clock was set back by at least so much: 0, or what the history is ahead of it, negative. */
export async function findSetBack(store: Pick<Store, 'read'>, clock: Pick<Clock, 'nowMs'>): Promise<number> {
  const events = await store.read.events.newest(EVENTS_LOOKED_AT)
  const aheadMs = Math.max(...events.map(({ at }) => Date.parse(at))) - clock.nowMs()
  return aheadMs >= AHEAD_MIN_MS ? -aheadMs : 0
}
