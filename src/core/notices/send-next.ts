// One step of a channel: takes the oldest notice that is due, tries it, and writes down what came of it. In order: what is
// not taken holds up what comes after it, until it is taken or dead.
import type { NoticeSettings } from '../../protocol/notifications/notice-settings.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Clock } from '../clock.ts'
import type { Entropy } from '../entropy.ts'
import type { Store, StoreWriter } from '../store.ts'
import type { ApprovalDesk } from './approval-desk.ts'
import type { NoticeRecord } from './notice-record.ts'
import type { Notifier, OutgoingNotice, SendOutcome } from './notifier.ts'
import { longestPauseMs, planRetry } from './plan-retry.ts'

export interface SendDeps {
  readonly store: Store
  readonly clock: Clock
  readonly entropy: Entropy
  readonly settings: NoticeSettings
  readonly approvals: ApprovalDesk
  /** The dashboard's address, without a slash at the end. */
  readonly baseUrl: () => string
}

const ERROR_MAX_CHARS = 300
/** A notice that is lost is worth a person's look at once. */
const DEATH_COUNTS = 3

/** There was nothing to send. */
interface Moot {
  readonly kind: 'moot'
}

/** When to come again, in milliseconds from now; undefined when nothing waits. */
export async function sendNext(
  deps: SendDeps,
  channel: string,
  notifier: Notifier,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { store, clock } = deps
  const nowMs = clock.nowMs()
  const notice = await store.read.notices.firstDue(channel, timestampFromMs(nowMs))
  if (!notice) {
    const dueAt = await store.read.notices.nextDueAt(channel)
    return dueAt === undefined ? undefined : Math.max(0, Date.parse(dueAt) - nowMs)
  }
  const waitMs = notice.retryAt === null ? 0 : Date.parse(notice.retryAt) - nowMs
  // Longer than anybody asked for means that the clock was set back.
  if (waitMs > 0 && waitMs <= longestPauseMs(deps.settings)) return waitMs
  const outcome = await trySend(deps, notice, notifier, signal)
  // We were told to end: who comes after us tries it again.
  if (signal.aborted && outcome.kind !== 'delivered') return 0
  await store.write((writer) => writeOutcome(deps, writer, notice, outcome))
  return 0
}

async function trySend(
  deps: SendDeps,
  notice: NoticeRecord,
  notifier: Notifier,
  signal: AbortSignal,
): Promise<SendOutcome | Moot> {
  try {
    const outgoing = await compose(deps, notice)
    // What it would change never got there, so there is nothing to change.
    if (notice.follows !== undefined && outgoing.replaces === undefined) return { kind: 'moot' }
    return await notifier.send(outgoing, signal)
  } catch (error) {
    return { kind: 'later', why: error instanceof Error ? error.message : String(error) }
  }
}

async function compose(deps: SendDeps, notice: NoticeRecord): Promise<OutgoingNotice> {
  const { id, kind, urgency, title, text, event, at, count } = notice
  const approval = notice.approval === undefined ? undefined : await deps.approvals.read(notice.approval)
  const followed =
    notice.follows === undefined
      ? undefined
      : await deps.store.read.notices.lastOn(notice.channel, notice.follows)
  return {
    id,
    kind,
    urgency,
    title: count > 1 ? `${title} (${count} more)` : title,
    text,
    link: `${deps.baseUrl()}${notice.link}`,
    event,
    at,
    count,
    ...(approval && { approval }),
    ...(followed?.ref && { replaces: followed.ref }),
  }
}

async function writeOutcome(
  deps: SendDeps,
  writer: StoreWriter,
  tried: NoticeRecord,
  outcome: SendOutcome | Moot,
): Promise<void> {
  const notice = { ...((await writer.notices.byId(tried.id)) ?? tried), attempts: tried.attempts + 1 }
  const endedAt = timestampFromMs(deps.clock.nowMs())
  if (outcome.kind === 'moot') return writer.notices.update({ ...notice, state: 'delivered', endedAt })
  if (outcome.kind === 'delivered') return deliver(deps, writer, { ...notice, ref: outcome.ref ?? null })
  const why = outcome.why.slice(0, ERROR_MAX_CHARS)
  const waitMs = outcome.kind === 'refused' ? undefined : planWait(deps, notice, outcome.afterMs)
  await noteFailure(deps, writer, notice.channel, { why, counts: waitMs === undefined ? DEATH_COUNTS : 1 })
  if (waitMs === undefined) return bury(deps, writer, { ...notice, error: why })
  const retryAt = timestampFromMs(deps.clock.nowMs() + waitMs)
  await writer.notices.update({ ...notice, retryAt, error: why })
}

function planWait({ clock, entropy, settings }: SendDeps, notice: NoticeRecord, afterMs: number | undefined) {
  const { attempts, dueAt } = notice
  const waitedMs = clock.nowMs() - Date.parse(dueAt)
  const random = Number.parseInt(entropy.uuid().slice(0, 8), 16) / 2 ** 32
  return planRetry({ attempts, waitedMs, afterMs, random }, settings)
}

async function deliver({ clock }: SendDeps, writer: StoreWriter, notice: NoticeRecord): Promise<void> {
  const { id, channel, kind, attempts } = notice
  const endedAt = timestampFromMs(clock.nowMs())
  await writer.notices.update({ ...notice, state: 'delivered', endedAt, retryAt: null, error: null })
  const known = await findChannel(writer, channel)
  if (known)
    await writer.notices.putChannel({
      ...known,
      failures: 0,
      failingSince: null,
      error: null,
      deliveredAt: endedAt,
    })
  const data = { id, channel, kind, attempts }
  await writer.events.append({ type: 'notice.sent', actor: 'system', data })
}

async function bury({ clock }: SendDeps, writer: StoreWriter, notice: NoticeRecord): Promise<void> {
  const { id, channel, kind, title, error } = notice
  const endedAt = timestampFromMs(clock.nowMs())
  await writer.notices.update({ ...notice, state: 'dead', endedAt, retryAt: null })
  const data = { id, channel, kind, title, why: error ?? '' }
  await writer.events.append({ type: 'notice.dead', actor: 'system', data })
}

interface Failure {
  readonly why: string
  readonly counts: number
}

async function noteFailure(
  { clock }: SendDeps,
  writer: StoreWriter,
  name: string,
  { why, counts }: Failure,
): Promise<void> {
  const known = await findChannel(writer, name)
  if (!known) return
  const failingSince = known.failingSince ?? timestampFromMs(clock.nowMs())
  await writer.notices.putChannel({ ...known, failingSince, failures: known.failures + counts, error: why })
}

const findChannel = async ({ notices }: StoreWriter, wanted: string) =>
  (await notices.channels()).find(({ name }) => name === wanted)
