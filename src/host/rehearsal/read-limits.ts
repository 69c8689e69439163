// How long the parts of a rehearsal may take, and whether a browser is used: `rehearsal.*` of config.json.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { extraTimeMs } from '../start/extra-time.ts'

export interface Limits {
  /** To copy the data. A rehearsal as a whole has no more, so this is the same. */
  readonly totalMs: number
  /** From spawn to an address. */
  readonly startMs: number
  readonly checkMs: number
  /** From SIGTERM to the end. A server grants itself 4 s. */
  readonly stopMs: number
  /** To start a browser and load the page. */
  readonly browserMs: number
  readonly usesBrowser: boolean
}

const SECONDS = { totalSec: 120, startSec: 15, checkSec: 10, stopSec: 6, browserSec: 20 } as const

const PASSES_IN_ALL = 6
const PASSES_OF_A_START = 3

/** `browser`: what the environment says, which counts more than the file. */
export function readLimits(home: string, browser?: string): Limits {
  const section = readSection(join(home, 'config.json'))
  const limit = (key: keyof typeof SECONDS) => {
    const value = section[key]
    return (typeof value === 'number' && value > 0 ? value : SECONDS[key]) * 1000
  }
  // The data is copied, and each of three starts may have to migrate or check its copy.
  const extraMs = extraTimeMs(home)
  return {
    totalMs: limit('totalSec') + PASSES_IN_ALL * extraMs,
    startMs: limit('startSec') + PASSES_OF_A_START * extraMs,
    checkMs: limit('checkSec'),
    stopMs: limit('stopSec'),
    browserMs: limit('browserSec'),
    usesBrowser: (browser ?? section['browser']) !== 'off',
  }
}

function readSection(path: string): Record<string, unknown> {
  try {
    const { rehearsal } = JSON.parse(readFileSync(path, 'utf8')) as { rehearsal?: unknown }
    return typeof rehearsal === 'object' && rehearsal !== null ? { ...rehearsal } : {}
  } catch {
    return {} // no file, or not JSON: the server says so at its start, which is one of the checks
  }
}
