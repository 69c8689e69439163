// Sends a feed to one client at the client's own pace: the next page is read only when the last one has left us.
import type { Clock } from '../../core/clock.ts'
import { withLimit } from '../../lib/with-limit.ts'
import type { Config } from '../../protocol/config.ts'
import type { Event } from '../../protocol/event.ts'

export interface Sink {
  /** Resolves when the page has been handed to the kernel. */
  send(page: readonly Event[]): Promise<void>
}

export class SlowReader extends Error {
  override readonly name = 'SlowReader'
}

interface StreamLimits {
  readonly clock: Clock
  readonly slowReaderMs: number
}

export function streamLimits(context: { clock: Clock; config: Config }): StreamLimits {
  return { clock: context.clock, slowReaderMs: context.config.limits.slowReaderSec * 1000 }
}

export async function sendFeed(
  feed: AsyncIterable<Event[]>,
  sink: Sink,
  limits: StreamLimits,
): Promise<void> {
  for await (const page of feed) {
    await withLimit(limits.clock, limits.slowReaderMs, sink.send(page), () => {
      throw new SlowReader(`nothing was read for ${limits.slowReaderMs} ms`)
    })
  }
}
