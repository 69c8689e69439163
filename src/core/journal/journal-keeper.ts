// Keeps the journal while this server leads: reads the history into it, and writes its pages. Woken by events, and by a tick for
// what failed.
import type { Event } from '../../protocol/event.ts'
import { inTurn } from '../../lib/in-turn.ts'
import { withLimit } from '../../lib/with-limit.ts'
import { JOURNAL_TYPES } from './entry-of-event.ts'
import { followHistory, type FollowDeps } from './follow-history.ts'
import { makePageKeeper, type PageDeps } from './page-keeper.ts'

/** Entries that come together are written together. */
const GATHER_MS = 100
const TICK_MS = 2000
/** What is left is written by who comes after us. */
const STOP_LIMIT_MS = 2000

export interface JournalKeeper {
  /** Called with what was committed. */
  hear(events: readonly Event[]): void
  start(): void
  /** What was committed until now is on its page, unless that takes long. */
  stop(): Promise<void>
}

export interface JournalKeeperDeps extends FollowDeps, PageDeps {
  readonly onError: (error: unknown, doing: string) => void
}

const HEARD: ReadonlySet<string> = new Set([...JOURNAL_TYPES, 'journal.written'])

export function makeJournalKeeper(deps: JournalKeeperDeps): JournalKeeper {
  const { clock, onError } = deps
  const ended = new AbortController()
  const pages = makePageKeeper(deps, ended.signal)
  let isRunning = false
  let isChecked = false
  let planned: { readonly isSoon: boolean; readonly cancel: () => void } | undefined

  const work = inTurn(async () => {
    try {
      if (!isChecked) await pages.check()
      isChecked = true
      await followHistory(deps, ended.signal)
      await pages.write()
    } catch (error) {
      onError(error, 'the journal could not be written')
    }
  })
  const run = async () => {
    planned = undefined
    await work()
    if (isRunning) plan(false)
  }
  const plan = (isSoon: boolean) => {
    if (planned?.isSoon) return
    planned?.cancel()
    planned = { isSoon, cancel: clock.after(isSoon ? GATHER_MS : TICK_MS, () => void run()) }
  }
  return {
    hear(events) {
      if (isRunning && events.some(({ type }) => HEARD.has(type))) plan(true)
    },
    start() {
      isRunning = true
      plan(true)
    },
    async stop() {
      isRunning = false
      planned?.cancel()
      await withLimit(clock, STOP_LIMIT_MS, work(), () => undefined)
      ended.abort()
    },
  }
}
