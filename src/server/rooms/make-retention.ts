// What is old is archived or deleted, with the settings for it.
import { join } from 'node:path'
import { sha256 } from '../../adapters/entropy/sha256.ts'
import { makeSegmentFiles, SEGMENTS_FOLDER } from '../../adapters/files/segment-files.ts'
import { makeArchiver } from '../../core/archive/archiver.ts'
import { makeForgetter } from '../../core/archive/forgetter.ts'
import type { Context } from '../context.ts'

/** A few milliseconds to read as text, and a few hundred files a year. */
const SEGMENT_EVENTS = 5000
/** More than a page catches up on after a while away. */
const NEWEST_KEPT = 10_000
/** Between two pieces of work, so that others are served meanwhile. */
const PAUSE_MS = 20

/** Each look at a time archives and deletes what is old by then. */
export function makeRetention({
  home,
  config,
  store,
  clock,
}: Pick<Context, 'home' | 'config' | 'store' | 'clock'>): (signal: AbortSignal) => Promise<void> {
  const pause = () => new Promise((resolve) => void clock.after(PAUSE_MS, () => resolve(undefined)))
  const files = makeSegmentFiles(join(home, SEGMENTS_FOLDER))
  const { eventsDays: keepDays } = config.retention
  const policy = { keepDays, events: SEGMENT_EVENTS, keepNewest: NEWEST_KEPT }
  const archiver = makeArchiver({ store, clock, sha256, files, policy, pause })
  const forgetter = makeForgetter({ store, clock, keepDays, pause })
  return async (signal) => {
    // A history that does not hold is no reason to keep the others for ever.
    await forgetter.look(signal)
    await archiver.look(signal)
  }
}
