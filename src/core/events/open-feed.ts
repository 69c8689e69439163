// Backfill, cutover and live are one loop: a cursor, and pages after it. What a reader has not asked for yet costs no
// memory, so a slow one is its consumer's concern, not the log's.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Event } from '../../protocol/event.ts'
import type { EventLogReader } from './event-log.ts'
import type { Pulse } from './pulse.ts'

/** Small enough that one page is never much memory, large enough that backfill is not bound by round trips. */
const FEED_PAGE = 128

export interface FeedSources {
  readonly log: () => EventLogReader
  readonly pulse: Pulse
  /** Up to here events are archived, and not in the log as a whole. */
  readonly archived: () => Promise<number>
}

/** Every event after `after`, in order, once, in pages; it ends only when `signal` aborts. */
export async function openFeed(
  sources: FeedSources,
  after: number,
  signal: AbortSignal,
): Promise<AsyncIterable<Event[]>> {
  // A client that knows more than the log has seen a history that a restore took back; going on would skip events.
  const head = await sources.log().head()
  if (after > head)
    throw new CmuxError('AHEAD_OF_HISTORY', `there is no event ${after}: the history ends at ${head}`)
  const edge = await sources.archived()
  // From the beginning is from the beginning of what there is; whoever has seen a part would miss what comes after it.
  if (after > 0 && after < edge)
    throw new CmuxError(
      'HISTORY_ARCHIVED',
      `events up to ${edge} are archived: a stream begins at after=${edge}`,
    )
  return followLog(sources, Math.max(after, edge), signal)
}

async function* followLog(
  { log, pulse }: FeedSources,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<Event[]> {
  let cursor = after
  while (!signal.aborted) {
    const seen = pulse.beats()
    const page = pulse.recentAfter(cursor, FEED_PAGE) ?? (await log().after(cursor, FEED_PAGE))
    const last = page.at(-1)
    if (last) {
      cursor = last.seq
      yield page
    } else await pulse.changedSince(seen, signal)
  }
}
