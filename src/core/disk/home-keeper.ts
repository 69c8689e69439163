// Knows what the home takes and which parts of it, and tells people once when that is more than its budget.
import type { HomePart, HomeSpace } from '../../protocol/machine/home-space.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Clock } from '../clock.ts'
import { composeHomeAlert } from './compose-home-alert.ts'
import type { LargePart } from './disk-ground.ts'

export interface HomeDeps {
  readonly clock: Clock
  readonly budgetBytes: number
  readonly measure: (signal: AbortSignal) => Promise<HomePart[]>
  readonly listLarge: () => Promise<LargePart[]>
  readonly alert: (what: { readonly title: string; readonly lines: readonly string[] }) => Promise<void>
}

/** While it lasts it is told again after this time. */
const TOLD_EVERY_MS = 24 * 3_600_000

export interface HomeKeeper {
  look(signal: AbortSignal): Promise<void>
  /** As it was at the last look; undefined before the first. */
  latest(): HomeSpace | undefined
}

export function makeHomeKeeper({ clock, budgetBytes, measure, listLarge, alert }: HomeDeps): HomeKeeper {
  let latest: HomeSpace | undefined
  let toldMs: number | undefined
  return {
    latest: () => latest,
    async look(signal) {
      const parts = (await measure(signal)).filter(({ bytes }) => bytes > 0)
      const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
      latest = {
        measuredAt: timestampFromMs(clock.nowMs()),
        bytes,
        budgetBytes,
        parts: parts.toSorted((a, b) => b.bytes - a.bytes),
      }
      const nowMs = clock.monotonicMs()
      if (bytes <= budgetBytes) toldMs = undefined
      else if (toldMs === undefined || nowMs - toldMs >= TOLD_EVERY_MS) {
        await alert(composeHomeAlert(latest, await listLarge()))
        toldMs = nowMs
      }
    },
  }
}
