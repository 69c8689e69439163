// Reads the history for one channel and writes down what is to be sent, in one commit with how far it was read: what was
// not noted before a crash is noted after it, once.
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Event } from '../../protocol/event.ts'
import type { NoticeSettings } from '../../protocol/notifications/notice-settings.ts'
import type { Clock } from '../clock.ts'
import type { Entropy } from '../entropy.ts'
import type { Store, StoreWriter } from '../store.ts'
import { decideEntry, SEVERAL } from './decide-entry.ts'
import { isRouted } from './is-routed.ts'
import type { NoticeDraft } from './notice-draft.ts'
import { NOTICE_TYPES, noticeOfEvent } from './notice-of-event.ts'

const EVENTS_AT_ONCE = 100

export interface NoteDeps {
  readonly store: Store
  readonly clock: Clock
  readonly entropy: Entropy
  readonly settings: NoticeSettings
}

/** Whether there may be more. */
export async function noteEvents(deps: NoteDeps, channel: string): Promise<boolean> {
  const { store } = deps
  const known = (await store.read.notices.channels()).find(({ name }) => name === channel)
  const cursor = known?.cursor ?? (await beginChannel(deps, channel))
  const range = { after: cursor, types: NOTICE_TYPES, limit: EVENTS_AT_ONCE }
  const events = await store.read.events.within(range)
  const last = events.at(-1)
  if (!last) return false
  await store.write(async (writer) => {
    const record = (await writer.notices.channels()).find(({ name }) => name === channel)
    // Somebody else has been here.
    if (record?.cursor !== cursor) return
    for (const event of events) await noteEvent(deps, writer, channel, event)
    await writer.notices.putChannel({ ...record, cursor: last.seq })
  })
  return events.length === EVENTS_AT_ONCE
}

/** A new channel hears of what happens from now on. */
async function beginChannel({ store }: NoteDeps, name: string): Promise<number> {
  const cursor = await store.read.events.head()
  const fresh = { name, cursor, failures: 0, failingSince: null, error: null, deliveredAt: null }
  await store.write(({ notices }) => notices.putChannel(fresh))
  return cursor
}

async function noteEvent(deps: NoteDeps, writer: StoreWriter, channel: string, event: Event): Promise<void> {
  const draft = noticeOfEvent(event)
  if (!draft || !isRouted(draft, channel, deps.settings)) return
  const { notices } = writer
  if (draft.follows !== undefined && !(await notices.lastOn(channel, draft.follows))) return
  const nowMs = deps.clock.nowMs()
  const { stormSec } = deps.settings
  const facts = {
    nowMs,
    last: await notices.lastOn(channel, draft.matter),
    several: await notices.lastOn(channel, SEVERAL.matter),
    recent: await notices.countDueAfter(channel, timestampFromMs(nowMs - stormSec * 1000)),
    waiting: await notices.count(channel, 'waiting'),
  }
  const entry = decideEntry(draft, facts, deps.settings)
  if (entry.do === 'count')
    await notices.update(entry.on.kind === 'several' ? countIn(entry.on) : { ...countIn(entry.on), ...draft })
  else await addNotice(deps, writer, { ...entry, channel, event })
}

const countIn = <N extends { readonly count: number }>(notice: N): N => ({
  ...notice,
  count: notice.count + 1,
})

export interface NewNotice {
  readonly channel: string
  readonly draft: NoticeDraft
  readonly dueMs: number
  /** Null for what nobody did. */
  readonly event: Event | null
}

export async function addNotice(
  { clock, entropy }: Pick<NoteDeps, 'clock' | 'entropy'>,
  { notices }: StoreWriter,
  { channel, draft, dueMs, event }: NewNotice,
) {
  const createdAt = timestampFromMs(clock.nowMs())
  const notice = {
    ...draft,
    id: entropy.id('ntc'),
    channel,
    event: event?.seq ?? null,
    at: event?.at ?? createdAt,
    count: 1,
    state: 'waiting',
    attempts: 0,
    createdAt,
    dueAt: timestampFromMs(dueMs),
    retryAt: null,
    endedAt: null,
    error: null,
    ref: null,
  } as const
  await notices.insert(notice)
  return notice
}
