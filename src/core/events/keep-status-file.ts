// Writes a line for each event, once, also when who wrote was killed in the middle of one: the file itself is the cursor.
import type { Clock } from '../clock.ts'
import type { Event } from '../../protocol/event.ts'
import { composeStatusLine } from './compose-status-line.ts'
import { openFeed, type FeedSources } from './open-feed.ts'
import type { StatusFile } from './status-file.ts'

/** When the file is new, so much of the past is worth a line. */
const PAST_EVENTS = 1000
/** After a failure, which is most likely a full disk. */
const RETRY_MS = 2000
/** The watchdog writes a line about these itself, also when no server is there. */
const WRITTEN_BY_OTHERS: ReadonlySet<string> = new Set(['watchdog.acted'])

export interface StatusDeps {
  readonly feed: FeedSources
  readonly file: StatusFile
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

/** Until `signal` aborts. */
export async function keepStatusFile(deps: StatusDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await follow(deps, signal)
    } catch (error) {
      deps.onError(error)
      await rest(deps.clock, signal)
    }
  }
}

async function follow({ feed, file }: StatusDeps, signal: AbortSignal): Promise<void> {
  const { last, half } = await file.readEnd()
  let begun = half
  for await (const page of await openFeed(feed, await findStart(feed, last), signal)) {
    const text = composeLines(page)
    if (text === '') continue
    await file.append(finish(begun, text))
    begun = ''
  }
}

const composeLines = (events: readonly Event[]) =>
  events
    .filter(({ type }) => !WRITTEN_BY_OTHERS.has(type))
    .map(composeStatusLine)
    .join('')

/** The rest of a line that was begun; what is somebody else's half line gets its end. */
function finish(begun: string, text: string): string {
  if (begun === '') return text
  return text.startsWith(begun) ? text.slice(begun.length) : `\n${text}`
}

async function findStart({ log, archived }: FeedSources, last: number | undefined): Promise<number> {
  const head = await log().head()
  if (last === undefined) return Math.max(0, head - PAST_EVENTS)
  if (last <= head) return Math.max(last, await archived())
  // The history was brought back from a backup: numbers begin anew from there.
  const range = { after: 0, before: Number.MAX_SAFE_INTEGER, types: ['backup.restored'], limit: 1 }
  const [restored] = await log().within(range)
  return restored === undefined ? head : restored.seq - 1
}

async function rest(clock: Clock, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const cancel = clock.after(RETRY_MS, resolve)
  signal.addEventListener('abort', () => resolve(), { once: true })
  await promise
  cancel()
}
