// Appending to the event log is the hot path of everything, so it uses prepared statements of its own.
import type { DatabaseSync } from 'node:sqlite'
import { linkEvent, CHAIN_START, type Link } from '../../../core/audit/link-event.ts'
import type { Clock } from '../../../core/clock.ts'
import type { EventLogWriter } from '../../../core/events/event-log.ts'
import type { Mask } from '../../../lib/mask.ts'
import type { Event, NewEvent } from '../../../protocol/event.ts'
import { timestampFromMs } from '../../../protocol/timestamp.ts'
import { sha256 } from '../../entropy/sha256.ts'
import type { Turn } from '../kysely-dialect.ts'
import type { Schema } from '../schema.ts'
import { sealLooseEvents } from '../seal-loose-events.ts'
import { eventFromRow } from './event-log.ts'

/** Events tell what happened; what is large has a row or a file of its own. */
const EVENT_DATA_MAX_CHARS = 16_384

/** The events of one batch: numbered as they come, published only once they are on disk. */
export interface EventLogAppender extends EventLogWriter {
  begin(): void
  mark(): void
  undo(): void
  /** What the batch appended, in order; and forgets it. */
  take(): Event[]
}

interface AppenderOptions {
  readonly clock: Clock
  readonly mask: Mask
  readonly turn: Turn
}

export function makeEventLogAppender(
  database: DatabaseSync,
  { clock, mask, turn }: AppenderOptions,
): EventLogAppender {
  const insert = database.prepare(
    'insert into events (seq, type, at, actor, data, key, hash) values (?, ?, ?, ?, ?, ?, ?)',
  )
  const findKey = database.prepare('select * from events where key = ?')
  const findNewest = database.prepare('select seq, hash from events order by seq desc limit 1')
  /** Where the chain ends now, and where it ended when the job began that may be undone. */
  let newest = CHAIN_START
  let marked = { newest, count: 0 }
  let appended: Event[] = []

  const appendNow = ({ type, actor, ...told }: NewEvent, key: string | undefined): Event => {
    const [known] = key === undefined ? [] : findKey.all(key)
    if (known) return eventFromRow(known as unknown as Schema['events'])
    // Whatever an event tells, and wherever it comes from: the history, feeds, exports and notices have it from here.
    const data = mask.deep(told.data)
    const text = JSON.stringify(data)
    if (text.length > EVENT_DATA_MAX_CHARS)
      throw new RangeError(`event ${type} carries ${text.length} characters`)
    const event: Event = { seq: newest.seq + 1, type, at: timestampFromMs(clock.nowMs()), actor, data }
    const hash = linkEvent(newest.hash, { ...event, data: text }, sha256)
    insert.run(event.seq, type, event.at, actor, text, key ?? null, hash)
    newest = { seq: event.seq, hash }
    appended.push(event)
    return event
  }

  return {
    begin() {
      // Read anew for each batch: another server may have written in between (a swap), even one that knows of no hashes.
      const [row] = findNewest.all() as unknown as { seq: number; hash: string | null }[]
      newest = row ? (linkOf(row) ?? sealLooseEvents(database)) : CHAIN_START
      appended = []
    },
    mark() {
      marked = { newest, count: appended.length }
    },
    undo() {
      newest = marked.newest
      appended.length = marked.count
    },
    take() {
      const taken = appended
      appended = []
      return taken
    },
    append: (event, key) => turn(() => appendNow(event, key)),
  }
}

const linkOf = ({ seq, hash }: { seq: number; hash: string | null }): Link | undefined =>
  hash === null ? undefined : { seq, hash }
