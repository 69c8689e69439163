// Whether a notice goes out by itself, waits, or is counted in one that waits already. Pure.
import type { NoticeSettings } from '../../protocol/notifications/notice-settings.ts'
import type { NoticeDraft } from './notice-draft.ts'
import type { NoticeRecord } from './notice-record.ts'

/** A channel that is away for long has as many to catch up with; the rest is counted. */
const WAITING_MAX = 500

export interface EntryFacts {
  readonly nowMs: number
  /** The newest notice on the same matter. */
  readonly last: NoticeRecord | undefined
  /** The newest that stands for those that are too many. */
  readonly several: NoticeRecord | undefined
  /** How many were due within the storm's time. */
  readonly recent: number
  readonly waiting: number
}

export type Entry =
  | { readonly do: 'add'; readonly draft: NoticeDraft; readonly dueMs: number }
  /** That one stands for one more. */
  | { readonly do: 'count'; readonly on: NoticeRecord }

type Policy = Pick<NoticeSettings, 'coolDownSec' | 'stormMax' | 'stormSec'>

export const SEVERAL: NoticeDraft = {
  kind: 'several',
  urgency: 'high',
  matter: 'several',
  title: 'more happened than is told one by one',
  text: 'See what waits for you: cmux next',
  link: '/',
}

export function decideEntry(draft: NoticeDraft, facts: EntryFacts, policy: Policy): Entry {
  const { nowMs, last } = facts
  if (last && isHeld(last, nowMs)) return { do: 'count', on: last }
  // What changes a notice that is out there is not one more of them.
  if (draft.follows === undefined && isTooMuch(facts, policy)) return decideSeveral(facts, policy)
  return { do: 'add', draft, dueMs: last ? coolMs(Date.parse(last.dueAt), facts, policy) : nowMs }
}

/** One that is due may be on its way already. */
const isHeld = ({ state, dueAt }: NoticeRecord, nowMs: number) =>
  state === 'waiting' && Date.parse(dueAt) > nowMs

/** No longer than the cool-down, whatever the clock did in between. */
function coolMs(lastMs: number, { nowMs }: EntryFacts, { coolDownSec }: Policy): number {
  const coolDownMs = coolDownSec * 1000
  return Math.min(nowMs + coolDownMs, Math.max(nowMs, lastMs + coolDownMs))
}

function isTooMuch({ recent, waiting }: EntryFacts, { stormMax }: Policy): boolean {
  return recent >= stormMax || waiting >= WAITING_MAX
}

function decideSeveral({ several, nowMs }: EntryFacts, { stormSec }: Policy): Entry {
  if (several && isHeld(several, nowMs)) return { do: 'count', on: several }
  return { do: 'add', draft: SEVERAL, dueMs: nowMs + stormSec * 1000 }
}
