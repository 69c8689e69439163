// The watchdog's own settings: a section of config.json, and CMUX_WATCHDOG_* above it. A guard must not die of a typo: what is
// missing or wrong has its default.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS, type Limits } from './mind/limits.ts'
import { findStandbyObstacle, type MemoryFacts } from './mind/standby-obstacle.ts'

export interface Settings {
  readonly limits: Limits
  /** Why there is no standby, when memory decided it and not a setting. */
  readonly noStandby: string | null
}

/** Settings in seconds, as people write them, and the limits they set. */
const SECONDS = {
  probeEverySec: 'probeEveryMs',
  probeLimitSec: 'probeLimitMs',
  stuckSec: 'stuckMs',
  calmSec: 'calmMs',
  recoverySec: 'recoveryMs',
  readySec: 'readyMs',
  soakSec: 'soakMs',
  longGoodSec: 'longGoodMs',
  drainSec: 'drainMs',
  stopSec: 'stopMs',
} as const satisfies Record<string, keyof Limits>

/** Counts that are set as they are. */
const COUNTS = {
  misses: 'missesMax',
  soakProbes: 'soakProbes',
  tries: 'tries',
  goodKept: 'goodKept',
} as const satisfies Record<string, keyof Limits>

export function readSettings(
  home: string,
  memory: MemoryFacts,
  env: NodeJS.ProcessEnv = process.env,
): Settings {
  const section = { ...readSection(join(home, 'config.json')), ...readEnvironment(env) }
  const limits: { -readonly [K in keyof Limits]: Limits[K] } = { ...LIMITS }
  for (const [key, limit] of Object.entries(SECONDS)) {
    const value = section[key]
    if (typeof value === 'number' && value > 0) limits[limit] = value * 1000
  }
  for (const [key, limit] of Object.entries(COUNTS)) {
    const value = section[key]
    if (typeof value === 'number' && Number.isInteger(value) && value > 0) limits[limit] = value
  }
  limits.backOffMs = readPauses(section['backOffSec']) ?? LIMITS.backOffMs
  const retry = section['safeRetrySec']
  if (typeof retry === 'number' && retry > 0)
    limits.safeRetryMs = [retry * 1000, Math.max(retry * 1000, LIMITS.safeRetryMs[1])]
  const wanted = section['standby']
  const noStandby = typeof wanted === 'boolean' ? null : findStandbyObstacle(memory)
  limits.standby = typeof wanted === 'boolean' ? wanted : noStandby === null
  return { limits, noStandby }
}

function readPauses(value: unknown): readonly number[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const pauses = value.map((pause: unknown) => (typeof pause === 'number' && pause >= 0 ? pause * 1000 : NaN))
  return pauses.some(Number.isNaN) ? undefined : pauses
}

/** `probeEverySec` is CMUX_WATCHDOG_PROBE_EVERY_SEC, and so on. */
function readEnvironment(env: NodeJS.ProcessEnv): Record<string, unknown> {
  const keys = [...Object.keys(SECONDS), ...Object.keys(COUNTS), 'backOffSec', 'safeRetrySec', 'standby']
  const found = keys.map((key) => [
    key,
    env[`CMUX_WATCHDOG_${key.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`],
  ])
  return Object.fromEntries(
    found.flatMap(([key = '', text]) => (text === undefined ? [] : [[key, parseValue(text)]])),
  )
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // no number and no boolean: the server says so when it starts
  }
}

function readSection(path: string): Record<string, unknown> {
  try {
    const { watchdog } = JSON.parse(readFileSync(path, 'utf8')) as { watchdog?: unknown }
    return typeof watchdog === 'object' && watchdog !== null ? { ...watchdog } : {}
  } catch {
    return {} // no file, or not JSON: the server says so when it starts; we go on with the defaults
  }
}
