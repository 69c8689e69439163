// Ends requests that nobody can use any more: those whose time is over, and those whose hook has stopped asking. Only who leads does.
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'
import type { ApprovalRecord } from './approval-record.ts'
import { expireApproval } from './expire-approval.ts'
import { withdrawApproval } from './withdraw-approval.ts'

/** A hook asks again within a second, or two on a busy machine, while no answer is under way. */
const SILENCE_MS = 10_000
/** More than ever wait. */
const WAITING_MAX = 2000
const KEPT_MS = 30 * 86_400_000
const FORGET_EVERY_MS = 3_600_000

export interface ApprovalKeeperDeps {
  readonly store: Store
  readonly clock: Clock
  /** When a hook last asked for it, on the clock that never goes back. */
  readonly lastAskedMs: (id: string) => number | undefined
}

/** To be called every second or so. */
export function makeApprovalKeeper({ store, clock, lastAskedMs }: ApprovalKeeperDeps): () => Promise<void> {
  // After a start of ours its hook needs a moment to find us.
  let seenMs = new Map<string, number>()
  let forgotMs = Number.NEGATIVE_INFINITY
  const isSilent = ({ id, kind }: ApprovalRecord) => {
    const last = Math.max(lastAskedMs(id) ?? 0, seenMs.get(id) ?? clock.monotonicMs())
    return kind === 'tool' && clock.monotonicMs() - last > SILENCE_MS
  }
  const forget = async (nowMs: number) => {
    if (clock.monotonicMs() - forgotMs < FORGET_EVERY_MS) return
    forgotMs = clock.monotonicMs()
    await store.write(({ approvals }) => approvals.forget(timestampFromMs(nowMs - KEPT_MS)))
  }
  return async () => {
    const nowMs = clock.nowMs()
    const waiting = await store.read.approvals.waiting(WAITING_MAX)
    seenMs = new Map(waiting.map(({ id }) => [id, seenMs.get(id) ?? clock.monotonicMs()]))
    const over = waiting.filter((each) => isOver(each, nowMs) || isSilent(each))
    if (over.length > 0) await end(store, over, nowMs)
    await forget(nowMs)
  }
}

const isOver = ({ expiresAt }: ApprovalRecord, nowMs: number) => nowMs >= Date.parse(expiresAt)

function end(store: Store, over: readonly ApprovalRecord[], nowMs: number): Promise<void> {
  const at = timestampFromMs(nowMs)
  const why = 'its hook asks no more: it was answered at its terminal, or interrupted'
  return store.write(async (writer) => {
    for (const { id } of over) {
      const current = await writer.approvals.byId(id)
      if (current?.state !== 'waiting') continue
      if (isOver(current, nowMs)) await expireApproval(writer, current, at)
      else await withdrawApproval(writer, current, { actor: 'system', why, at })
    }
  })
}
