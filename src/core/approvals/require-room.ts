// Whether one more request may wait.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { StoreWriter } from '../store.ts'

/** An agent that asks in a loop is stopped here; nobody reads as many. */
const WAITING_MAX = 1000

export async function requireRoom({ approvals }: StoreWriter): Promise<void> {
  if ((await approvals.countWaiting()) < WAITING_MAX) return
  throw new CmuxError('LIMIT_REACHED', `${WAITING_MAX} requests wait, as many as may`, {
    hint: 'answer some first (`cmux approvals list`)',
  })
}
