// Deletes rows that are of no use any more and whose story the history tells: closed deliveries, and tokens that nobody can use.
import type { DeliveryId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'

interface ForgetDeps {
  readonly store: Pick<Store, 'write'>
  readonly clock: Clock
  readonly keepDays: number
  /** Lets others have their turn. */
  readonly pause: () => Promise<unknown>
}

export interface Forgetter {
  look(signal: AbortSignal): Promise<void>
}

const DAY_MS = 86_400_000
/** A few milliseconds of the one connection that writes. */
const AT_ONCE = 200

export function makeForgetter({ store, clock, keepDays, pause }: ForgetDeps): Forgetter {
  /** What is before it was looked at: the newest delivery of an agent stays, and need not be met at each look. */
  let reached: DeliveryId | undefined
  return {
    async look(signal) {
      const before = timestampFromMs(Math.max(0, clock.nowMs() - keepDays * DAY_MS))
      while (!signal.aborted) {
        const which = { after: reached, before, limit: AT_ONCE }
        const next = await store.write(({ messages }) => messages.forgetDeliveries(which))
        if (next === undefined) break
        reached = next
        await pause()
      }
      while (!signal.aborted) {
        const count = await store.write(({ tokens }) => tokens.forget(before, AT_ONCE))
        if (count < AT_ONCE) break
        await pause()
      }
    },
  }
}
