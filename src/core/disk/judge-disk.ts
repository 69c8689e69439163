// Whether the disk has room, is filling up, or is nearly full. Pure.
import { diskPercent } from '../metrics/compose-sample.ts'
import type { DiskSight } from '../metrics/machine-eyes.ts'

export interface DiskLook extends DiskSight {
  /** Never goes back. */
  readonly atMs: number
}

export interface DiskVerdict {
  readonly state: 'well' | 'filling' | 'low'
  readonly percent: number
  /** When it will be full if it goes on like this; null when it does not grow, or was not watched for long enough. */
  readonly fullInMs: number | null
}

/** Less than this says nothing: a build comes and goes. */
const WATCHED_MS = 10 * 60_000
/** What fills up within this time is told before it does. */
const SOON_MS = 60 * 60_000

/** `since`: an earlier look. */
export function judgeDisk(now: DiskLook, since: DiskLook | undefined, alertPercent: number): DiskVerdict {
  const percent = diskPercent(now)
  const fullInMs = since ? forecast(since, now) : null
  if (percent >= alertPercent) return { state: 'low', percent, fullInMs }
  return { state: fullInMs !== null && fullInMs < SOON_MS ? 'filling' : 'well', percent, fullInMs }
}

function forecast(since: DiskLook, now: DiskLook): number | null {
  const passedMs = now.atMs - since.atMs
  const grown = now.usedBytes - since.usedBytes
  if (passedMs < WATCHED_MS || grown <= 0) return null
  return Math.round(now.freeBytes / (grown / passedMs))
}
