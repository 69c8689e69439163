// Writes the newest hash down now and then, and whenever somebody asks.
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'
import type { AnchorBook } from './anchor-book.ts'
import { CHAIN_START, type Link } from './link-event.ts'

/** What can be cut off the end unseen is at most this much, in events or in time. */
const EVENTS_BETWEEN = 1000
const TIME_BETWEEN_MS = 5 * 60_000

export interface AnchorDeps {
  readonly store: Pick<Store, 'read'>
  readonly book: AnchorBook
  readonly clock: Clock
}

export interface AnchorKeeper {
  /** Writes one if it is time. */
  look(): Promise<void>
  /** Writes one if anything happened since the last. */
  writeNow(): Promise<void>
}

export function makeAnchorKeeper({ store, book, clock }: AnchorDeps): AnchorKeeper {
  let last: { readonly seq: number; readonly ms: number } | undefined
  const write = async (isDue: (newest: Link, since: NonNullable<typeof last>) => boolean) => {
    last ??= { seq: (await book.list()).at(-1)?.seq ?? 0, ms: clock.monotonicMs() }
    const newest = await store.read.audit.newest()
    if (!newest || newest.seq <= last.seq || !isDue(newest, last)) return
    await book.add({ ...newest, at: timestampFromMs(clock.nowMs()) })
    last = { seq: newest.seq, ms: clock.monotonicMs() }
  }
  return {
    look: () =>
      write(
        ({ seq }, since) =>
          seq - since.seq >= EVENTS_BETWEEN || clock.monotonicMs() - since.ms >= TIME_BETWEEN_MS,
      ),
    writeNow: () => write(() => true),
  }
}

/** From here on the history is another one. Called before anything tells of it, so that a crash in between repeats it. */
export async function anchorRestore({ store, book, clock }: AnchorDeps): Promise<void> {
  const seq = await store.read.events.head()
  const link = (await store.read.audit.linkAt(seq)) ?? CHAIN_START
  await book.add({ ...link, at: timestampFromMs(clock.nowMs()), restored: true })
}
