// Asks every part how it is, each within a limit: health must answer even when a part hangs.
import { withLimit } from '../../lib/with-limit.ts'
import type { ComponentHealth } from '../../protocol/health.ts'
import type { Clock } from '../clock.ts'
import type { HealthParts } from './judge-health.ts'

/** The answer as a whole may take 2 s (CONTRACT.md); the rest is for a busy event loop. */
const PART_LIMIT_MS = 1500

export type HealthProbe = () => Promise<ComponentHealth>
export type HealthProbes = Readonly<Record<keyof HealthParts, HealthProbe>>

export async function observeParts(probes: HealthProbes, clock: Clock): Promise<HealthParts> {
  const [store, tmux, frontend] = await Promise.all([
    askOne(probes.store, clock),
    askOne(probes.tmux, clock),
    askOne(probes.frontend, clock),
  ])
  return { store, tmux, frontend }
}

/** While a probe hangs, all who ask share it: a watchdog that asks each second must not pile up work on a sick part. */
export function oneAtATime(probe: HealthProbe): HealthProbe {
  let asked: Promise<ComponentHealth> | undefined
  return () => {
    asked ??= probe().finally(() => (asked = undefined))
    return asked
  }
}

async function askOne(probe: HealthProbe, clock: Clock): Promise<ComponentHealth> {
  try {
    return await withLimit(clock, PART_LIMIT_MS, probe(), () => ({
      status: 'unhealthy',
      detail: `no answer within ${PART_LIMIT_MS} ms`,
    }))
  } catch (error) {
    return { status: 'unhealthy', detail: error instanceof Error ? error.message : String(error) }
  }
}
