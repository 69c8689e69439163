// What every follower of the history gets: each event once, in order, whether it came from the database, from memory or
// live. Writes, readers and sizes of pages are interleaved at random; a failure prints the seed to repeat it.
import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { EventLogReader } from '../../src/core/events/event-log.ts'
import { openFeed, type FeedSources } from '../../src/core/events/open-feed.ts'
import { makePulse, type Pulse } from '../../src/core/events/pulse.ts'
import type { Store } from '../../src/core/store.ts'
import type { Event } from '../../src/protocol/event.ts'
import { makeFakeClock } from '../fixtures/fake-clock.ts'
import type { OpenStore } from './store/open-store.ts'

const ARRIVAL_LIMIT_MS = 10_000

export function describeEventFeedContract(name: string, open: OpenStore): void {
  const openWithPulse = async () => {
    const pulse = makePulse()
    const opened = await open({ clock: makeFakeClock(), onCommit: pulse.publish })
    const archived = () => opened.store.read.archive.edge()
    const sources: FeedSources = { log: () => opened.store.read.events, pulse, archived }
    return { ...opened, sources }
  }

  describe(`${name}: following the history`, () => {
    test('[P10] backfill goes over into live: more events than memory holds, then new ones as they come', async () => {
      await using opened = await openWithPulse()
      await appendEvents(opened.store, 5000)
      await using follower = await startFollower(opened.sources, 0)
      await follower.hasReached(5000)
      await appendEvents(opened.store, 3)
      await follower.hasReached(5003)
      expect(follower.seqs).toEqual(Array.from({ length: 5003 }, (_, index) => index + 1))
    })

    test('[P10] what is told live is what the history says later', async () => {
      await using opened = await openWithPulse()
      await using live = await startFollower(opened.sources, 0)
      await appendEvents(opened.store, 5)
      await live.hasReached(5)
      expect(live.events).toEqual(await opened.store.read.events.after(0, 10))
    })

    test('[P10] a reader that has seen more than there is is told so, not left waiting', async () => {
      await using opened = await openWithPulse()
      await appendEvents(opened.store, 2)
      const { signal } = new AbortController()
      await expect(openFeed(opened.sources, 3, signal)).rejects.toMatchObject({ code: 'AHEAD_OF_HISTORY' })
      await using atTheEnd = await startFollower(opened.sources, 2)
      await appendEvents(opened.store, 1)
      await atTheEnd.hasReached(3)
      expect(atTheEnd.seqs).toEqual([3])
    })

    test('[P10] an event that is committed while a page is being read is not missed', async () => {
      await using opened = await openWithPulse()
      const isReading = Promise.withResolvers<void>()
      const gate = Promise.withResolvers<void>()
      const log = (): EventLogReader => ({
        ...opened.store.read.events,
        async after(seq, limit) {
          const page = await opened.store.read.events.after(seq, limit)
          isReading.resolve()
          await gate.promise
          return page
        },
      })
      await using follower = await startFollower({ ...opened.sources, log }, 0)
      await isReading.promise
      await appendEvents(opened.store, 1)
      gate.resolve()
      await follower.hasReached(1)
      expect(follower.seqs).toEqual([1])
    })

    test('[P8] a waiting reader ends when it is told to, and leaves nothing behind', async () => {
      await using opened = await openWithPulse()
      const ending = new AbortController()
      const feed = await openFeed(opened.sources, 0, ending.signal)
      const pages: Event[][] = []
      const following = (async () => {
        for await (const page of feed) pages.push(page)
      })()
      ending.abort()
      await following
      expect(pages).toEqual([])
    })

    test('[P10] nothing is skipped or repeated, however writes, readers and pages interleave', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { maxLength: 30 }),
          fc.infiniteStream(chunk),
          async (steps, chunks) => {
            await using opened = await openWithPulse()
            await using followers = new AsyncDisposableStack()
            const sources = chop(opened.sources, chunks)
            const started: { from: number; follower: Follower }[] = []
            const writes: Promise<void>[] = []
            for (const { kind, size, waits } of steps) {
              if (kind === 'write') writes.push(appendEvents(opened.store, size))
              else {
                const from = Math.min(size, await opened.store.read.events.head())
                started.push({ from, follower: followers.use(await startFollower(sources, from)) })
              }
              if (waits) await writes.at(-1)
            }
            await Promise.all(writes)
            const head = await opened.store.read.events.head()
            for (const { from, follower } of started) {
              await follower.hasReached(head)
              expect(follower.seqs).toEqual(
                Array.from({ length: head - from }, (_, index) => from + index + 1),
              )
            }
          },
        ),
        { numRuns: 40 },
      )
    })
  })
}

/** Large writes run past what memory holds, small ones stay within. */
const step = fc.record({
  kind: fc.constantFrom('write', 'follow'),
  size: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 700 })),
  waits: fc.boolean(),
})
const chunk = fc.record({ size: fc.integer({ min: 1, max: 128 }), fromDatabase: fc.boolean() })

/** The same sources with pages of other sizes, and now and then the database where memory would do. */
function chop(
  { log, pulse, archived }: FeedSources,
  chunks: Iterator<{ size: number; fromDatabase: boolean }>,
): FeedSources {
  const next = () => chunks.next().value as { size: number; fromDatabase: boolean }
  const chopLog = (reader: EventLogReader): EventLogReader => ({
    ...reader,
    after: (seq, limit) => reader.after(seq, Math.min(limit, next().size)),
  })
  const chopPulse: Pulse = {
    ...pulse,
    recentAfter(seq, limit) {
      const { size, fromDatabase } = next()
      return fromDatabase ? undefined : pulse.recentAfter(seq, Math.min(limit, size))
    },
  }
  return { log: () => chopLog(log()), pulse: chopPulse, archived }
}

interface Follower extends AsyncDisposable {
  readonly seqs: number[]
  readonly events: Event[]
  hasReached(seq: number): Promise<void>
}

async function startFollower(sources: FeedSources, after: number): Promise<Follower> {
  const ending = new AbortController()
  const events: Event[] = []
  const feed = await openFeed(sources, after, ending.signal)
  const following = (async () => {
    for await (const page of feed) events.push(...page)
  })()
  return {
    events,
    get seqs() {
      return events.map(({ seq }) => seq)
    },
    async hasReached(seq) {
      await vi.waitFor(() => expect(events.at(-1)?.seq ?? after).toBe(seq), {
        timeout: ARRIVAL_LIMIT_MS,
        interval: 1,
      })
    },
    async [Symbol.asyncDispose]() {
      ending.abort()
      await following
    },
  }
}

function appendEvents(store: Store, count: number): Promise<void> {
  return store.write(async ({ events }) => {
    for (let left = count; left > 0; left -= 1)
      await events.append({ type: 'server.stopped', actor: 'system', data: { pid: left, reason: 'test' } })
  })
}
