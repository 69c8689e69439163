// Faults that open pages tell of. They are kept as alerts, so that one fault is one alert, whoever serves; health asks for those of its
// own release that nobody has seen yet.
import { fingerprint } from '../../lib/fingerprint.ts'
import { printable } from '../../lib/printable.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { PageFault } from '../../protocol/alerts/page-fault.ts'
import { makeRateLimiter } from '../access/rate-limiter.ts'
import type { AlertRecord } from '../alerts/alert-table.ts'
import { raiseAlerts, type AlertDeps, type Noticed } from '../alerts/raise-alerts.ts'
import type { Store } from '../store.ts'
import { nameFault } from '../watch/name-fault.ts'

export interface PageFaults {
  /** Whether it counts: a page of another release says nothing of the one that serves. Throws when too many are told. */
  tell(fault: PageFault): Promise<boolean>
  /** Of the release that serves: those that nobody has marked as seen. */
  unseen(): Promise<readonly AlertRecord[]>
}

export interface PageFaultDeps extends AlertDeps {
  readonly store: Store
  readonly release: { readonly id: string }
}

/** Of all pages together, so that more logins are no more reports: a few that come at once, then one in five seconds. */
const REPORTS = { burst: 20, perSecond: 0.2 } as const
const KIND = 'page'
const OPEN_MAX = 1000

export function makePageFaults(deps: PageFaultDeps): PageFaults {
  const { store, clock, release } = deps
  const reports = makeRateLimiter(REPORTS)
  return {
    async tell(fault) {
      const waitMs = reports.take('all pages', clock.monotonicMs())
      if (waitMs > 0) throw tooMany(waitMs)
      if (fault.release !== release.id) return false
      await store.write((writer) => raiseAlerts(deps, writer, [describe(fault)], null))
      return true
    },
    async unseen() {
      const open = await store.read.alerts.list({ state: 'open', limit: OPEN_MAX })
      return open.filter(({ kind, matter }) => kind === KIND && matter.startsWith(matterOf(release.id)))
    },
  }
}

const matterOf = (release: string) => `page ${release} `

function describe({ release, kind, message, where, page, count }: PageFault): Noticed {
  const words = oneLine(message)
  return {
    kind: KIND,
    // The message may hold anything, and what a matter is called by is not masked.
    matter: matterOf(release) + fingerprint(nameFault(`${kind} ${words} ${where}`)),
    project: null,
    title: TITLES[kind](words),
    where: null,
    count,
    lines: [oneLine(`${words} (${where || 'nowhere'}, shown: ${page}, release ${release})`)],
  }
}

const TITLES: Readonly<Record<PageFault['kind'], (message: string) => string>> = {
  error: (message) => `the dashboard fails: ${message}`,
  rejection: (message) => `the dashboard fails: ${message}`,
  load: (message) => `the dashboard can't load a part of itself: ${message}`,
  empty: () => 'the dashboard draws nothing',
}

const oneLine = (text: string) => printable(text).replaceAll(/\s+/g, ' ').trim()

function tooMany(waitMs: number): CmuxError {
  const retryAfterSec = Math.ceil(waitMs / 1000)
  const hint = `wait ${retryAfterSec} s`
  return new CmuxError('TOO_MANY_REQUESTS', 'too many faults of pages', { retryAfterSec, hint })
}
