// The watchdog's own section of config.json. A guard must not die of a typo: what is missing or wrong has its default.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS, type Limits } from './limits.ts'
import { findStandbyObstacle, type MemoryFacts } from './standby-obstacle.ts'

export interface Settings {
  readonly limits: Limits
  /** Why there is no standby, when memory decided it and not a setting. */
  readonly noStandby: string | null
}

/** Settings in seconds, as people write them, and the limits they set. */
const SECONDS = {
  probeEverySec: 'probeEveryMs',
  probeLimitSec: 'probeLimitMs',
  readySec: 'readyMs',
  soakSec: 'soakMs',
  longGoodSec: 'longGoodMs',
  drainSec: 'drainMs',
  stopSec: 'stopMs',
} as const satisfies Record<string, keyof Limits>

export function readSettings(home: string, memory: MemoryFacts): Settings {
  const section = readSection(join(home, 'config.json'))
  const limits: { -readonly [K in keyof Limits]: Limits[K] } = { ...LIMITS }
  for (const [key, limit] of Object.entries(SECONDS)) {
    const value = section[key]
    if (typeof value === 'number' && value > 0) limits[limit] = value * 1000
  }
  const retry = section['safeRetrySec']
  if (typeof retry === 'number' && retry > 0)
    limits.safeRetryMs = [retry * 1000, Math.max(retry * 1000, LIMITS.safeRetryMs[1])]
  if (typeof section['soakProbes'] === 'number') limits.soakProbes = section['soakProbes']
  const wanted = section['standby']
  const noStandby = typeof wanted === 'boolean' ? null : findStandbyObstacle(memory)
  limits.standby = typeof wanted === 'boolean' ? wanted : noStandby === null
  return { limits, noStandby }
}

function readSection(path: string): Record<string, unknown> {
  try {
    const { watchdog } = JSON.parse(readFileSync(path, 'utf8')) as { watchdog?: unknown }
    return typeof watchdog === 'object' && watchdog !== null ? { ...watchdog } : {}
  } catch {
    return {} // no file, or not JSON: the server says so when it starts; we go on with the defaults
  }
}
