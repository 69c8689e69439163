// Asks every part how it is, each within a limit: health must answer even when a part hangs.
import { withLimit } from '../../lib/with-limit.ts'
import type { ComponentHealth } from '../../protocol/health.ts'
import type { Clock } from '../clock.ts'
import type { HealthParts } from './judge-health.ts'

/** The answer as a whole may take 2 s (CONTRACT.md); the rest is for a busy event loop. */
const PART_LIMIT_MS = 1500
/** Writes that wait together are one; a part that got nothing done in all this time does not move. */
const STUCK_MS = 30_000

export type HealthProbe = () => Promise<ComponentHealth>

export interface SharedProbe {
  (): Promise<ComponentHealth>
  /** It moves so little that no slow machine explains it. */
  isStuck(): boolean
}
export type HealthProbes = Readonly<Record<keyof HealthParts, SharedProbe>>

/** `isSlow`: the machine makes everything late, so that a late answer says nothing of a part. */
export async function observeParts(
  probes: HealthProbes,
  clock: Clock,
  isSlow: () => boolean,
): Promise<HealthParts> {
  const [store, tmux, frontend] = await Promise.all([
    askOne(probes.store, clock, isSlow),
    askOne(probes.tmux, clock, isSlow),
    askOne(probes.frontend, clock, isSlow),
  ])
  return { store, tmux, frontend }
}

/** While a probe hangs, all who ask share it: a watchdog that asks each second must not pile up work on a sick part. */
export function oneAtATime(probe: HealthProbe, clock: Pick<Clock, 'monotonicMs'>): SharedProbe {
  let asked: Promise<ComponentHealth> | undefined
  let askedMs = 0
  const ask = () => {
    if (!asked) askedMs = clock.monotonicMs()
    asked ??= probe().finally(() => (asked = undefined))
    return asked
  }
  const isStuck = () => asked !== undefined && clock.monotonicMs() - askedMs >= STUCK_MS
  return Object.assign(ask, { isStuck })
}

async function askOne(probe: SharedProbe, clock: Clock, isSlow: () => boolean): Promise<ComponentHealth> {
  try {
    return await withLimit(clock, PART_LIMIT_MS, probe(), () => ({
      status: isSlow() && !probe.isStuck() ? 'degraded' : 'unhealthy',
      detail: `no answer within ${PART_LIMIT_MS} ms`,
    }))
  } catch (error) {
    return { status: 'unhealthy', detail: error instanceof Error ? error.message : String(error) }
  }
}
