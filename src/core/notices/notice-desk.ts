// All channels together: starts and ends them, sends tests, and tells how they are.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Event } from '../../protocol/event.ts'
import type { ChannelCheck, NoticeChannel } from '../../protocol/notifications/notice.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { withLimit } from '../../lib/with-limit.ts'
import { makePulse } from '../events/pulse.ts'
import { addNotice } from './note-events.ts'
import type { NoticeDraft } from './notice-draft.ts'
import { NOTICE_TYPES } from './notice-of-event.ts'
import type { NoticeRecord } from './notice-record.ts'
import type { Notifier } from './notifier.ts'
import { runChannel, type ChannelDeps } from './run-channel.ts'

/** For what has ended: long enough to look at. */
const KEEP_ENDED_MS = 7 * 86_400_000
const TIDY_EVERY_MS = 6 * 3_600_000
/** What is being sent may finish; then it is left to who comes after us. */
const STOP_LIMIT_MS = 500
const CUT_LIMIT_MS = 500

export interface NoticeDesk {
  /** Called with what was committed. */
  hear(events: readonly Event[]): void
  start(): void
  stop(): Promise<void>
  /** To one channel, or to all. */
  test(channel: string | undefined, actor: string): Promise<NoticeRecord[]>
  check(): Promise<ChannelCheck[]>
  channels(): Promise<NoticeChannel[]>
}

export interface DeskDeps extends Omit<ChannelDeps, 'bell'> {
  readonly notifiers: Readonly<Record<string, Notifier>>
}

const TEST: NoticeDraft = {
  kind: 'test',
  urgency: 'low',
  matter: 'test',
  title: 'a test of cmux',
  text: 'Notices of cmux arrive here.',
  link: '/',
}

const HEARD: ReadonlySet<string> = new Set([...NOTICE_TYPES, 'notice.tested'])

export function makeNoticeDesk(deps: DeskDeps): NoticeDesk {
  const { store, clock, settings, notifiers, onError } = deps
  const bell = makePulse()
  const stopping = new AbortController()
  const cutting = new AbortController()
  const names = Object.keys(notifiers)
  let running: Promise<unknown> = Promise.resolve()

  const tidy = () => {
    tidyNotices(deps).catch((error: unknown) => onError(error, 'old notices could not be forgotten'))
    stopping.signal.addEventListener('abort', clock.after(TIDY_EVERY_MS, tidy), { once: true })
  }

  return {
    hear(events) {
      bell.publish(events.filter(({ type }) => HEARD.has(type)))
    },
    start() {
      tidy()
      const ends = { stopping: stopping.signal, cutting: cutting.signal }
      const entries = Object.entries(notifiers)
      running = Promise.all(
        entries.map(([name, notifier]) => runChannel({ ...deps, bell }, name, notifier, ends)),
      )
    },
    async stop() {
      stopping.abort()
      await withLimit<unknown>(clock, STOP_LIMIT_MS, running, () => undefined)
      cutting.abort()
      await withLimit<unknown>(clock, CUT_LIMIT_MS, running, () => undefined)
    },
    async test(channel, actor) {
      if (channel !== undefined && !names.includes(channel))
        throw new CmuxError('NOT_FOUND', `there is no channel ${channel}`, {
          hint: 'add it to notices.channels in config.json, and restart',
        })
      return store.write(async (writer) => {
        const sent: NoticeRecord[] = []
        for (const name of channel === undefined ? names : [channel]) {
          const draft = { channel: name, draft: TEST, dueMs: clock.nowMs(), event: null }
          const notice = await addNotice(deps, writer, draft)
          const data = { id: notice.id, channel: name }
          await writer.events.append({ type: 'notice.tested', actor, data })
          sent.push(notice)
        }
        return sent
      })
    },
    check: () => Promise.all(names.map((name) => checkChannel(deps, name))),
    async channels() {
      const known = new Map((await store.read.notices.channels()).map((record) => [record.name, record]))
      return Promise.all(
        names.map(async (name) => ({
          name,
          kind: settings.channels[name]?.kind ?? '',
          ok: (known.get(name)?.failingSince ?? null) === null,
          failingSince: known.get(name)?.failingSince ?? null,
          error: known.get(name)?.error ?? null,
          deliveredAt: known.get(name)?.deliveredAt ?? null,
          waiting: await store.read.notices.count(name, 'waiting'),
          dead: await store.read.notices.count(name, 'dead'),
        })),
      )
    },
  }
}

/** Also forgets channels that are not set any more: should they come back, they begin anew. */
async function tidyNotices({ store, clock, notifiers }: DeskDeps): Promise<void> {
  await store.write(async ({ notices }) => {
    for (const { name } of await notices.channels())
      if (!Object.hasOwn(notifiers, name)) await notices.removeChannel(name)
    await notices.forgetEnded(timestampFromMs(clock.nowMs() - KEEP_ENDED_MS))
  })
}

async function checkChannel({ notifiers, settings, clock }: DeskDeps, name: string): Promise<ChannelCheck> {
  const limitMs = settings.sendSec * 1000
  const late = { ok: false, detail: `no answer within ${settings.sendSec} s`, hint: 'look at the network' }
  const limit = new AbortController()
  try {
    const asked = notifiers[name]?.check(limit.signal) ?? Promise.resolve(late)
    return { name, ...(await withLimit(clock, limitMs, asked, () => late)) }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { name, ok: false, detail, hint: 'see docs/operating.md on notices' }
  } finally {
    limit.abort()
  }
}
