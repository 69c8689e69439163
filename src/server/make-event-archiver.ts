// The archive of events with its settings.
import { join } from 'node:path'
import { sha256 } from '../adapters/entropy/sha256.ts'
import { makeSegmentFiles, SEGMENTS_FOLDER } from '../adapters/files/segment-files.ts'
import { makeArchiver, type Archiver } from '../core/archive/archiver.ts'
import type { Context } from './context.ts'

/** A few milliseconds to read as text, and a few hundred files a year. */
const SEGMENT_EVENTS = 5000
/** More than a page catches up on after a while away. */
const NEWEST_KEPT = 10_000
/** Between two pieces of work, so that others are served meanwhile. */
const PAUSE_MS = 20

export function makeEventArchiver({
  home,
  config,
  store,
  clock,
}: Pick<Context, 'home' | 'config' | 'store' | 'clock'>): Archiver {
  return makeArchiver({
    store,
    clock,
    sha256,
    files: makeSegmentFiles(join(home, SEGMENTS_FOLDER)),
    policy: { keepDays: config.retention.eventsDays, events: SEGMENT_EVENTS, keepNewest: NEWEST_KEPT },
    pause: () => new Promise((resolve) => void clock.after(PAUSE_MS, () => resolve(undefined))),
  })
}
