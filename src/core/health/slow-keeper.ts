// Tells of a server that stays slow: one alert, which ends by itself when answers are in time again.
import { SLOW_ALERT } from '../../protocol/alerts/alert.ts'
import { describeSlowness } from '../../protocol/releases/describe-slowness.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { markSeen } from '../alerts/mark-seen.ts'
import type { Noticed } from '../alerts/raise-alerts.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'
import type { SlowWatch } from './slow-watch.ts'

export interface SlowKeeperDeps {
  readonly store: Store
  readonly clock: Clock
  readonly slow: Pick<SlowWatch, 'current'>
  /** Writes it, and people hear of it. */
  readonly alert: (noticed: readonly Noticed[]) => Promise<void>
}

/** One late answer is no news; a server that is slow for longer is. */
const TOLD_AFTER_MS = 5000

export interface SlowKeeper {
  look(): Promise<void>
}

export function makeSlowKeeper({ store, clock, slow, alert }: SlowKeeperDeps): SlowKeeper {
  let sinceMs: number | undefined
  let isTold = false
  return {
    async look() {
      const late = slow.current()
      if (!late) {
        sinceMs = undefined
        isTold = false
        await end(store, clock)
        return
      }
      sinceMs ??= clock.monotonicMs()
      if (isTold || clock.monotonicMs() - sinceMs < TOLD_AFTER_MS) return
      const title = `the ${late.part} ${describeSlowness(late)}`
      const kind = SLOW_ALERT
      await alert([{ kind, matter: kind, project: null, title, where: null, count: 1, lines: [title] }])
      isTold = true
    },
  }
}

/** Also what a server before this one has told. */
async function end(store: Store, clock: Clock): Promise<void> {
  const open = await store.read.alerts.lastOn(SLOW_ALERT)
  if (open?.state !== 'open') return
  await store.write(async (writer) => {
    const now = await writer.alerts.byId(open.id)
    if (now) await markSeen(writer, now, 'system', timestampFromMs(clock.nowMs()))
  })
}
