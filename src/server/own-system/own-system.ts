// cmux itself as what runs of a project: a change becomes a release, is rehearsed, and is handed to the watchdog, which alone
// decides who serves. The swap replaces the very server that works on the change; the next one takes it up from here.
import type { Clock } from '../../core/clock.ts'
import { judgeOwnRelease, type GuardAct } from '../../core/improve/judge-own-release.ts'
import type { LiveOrder, LiveSystem } from '../../core/improve/live-system.ts'
import { ACTOR } from '../../core/improve/run-deps.ts'
import type { Store } from '../../core/store.ts'
import type { Change } from '../../protocol/changes/change.ts'
import { readLedger } from '../observe/read-ledger.ts'
import type { Rehearsals } from '../rehearsals.ts'
import type { Superior } from '../lead/superior.ts'
import { buildCommit, type BuildDeps } from './build-commit.ts'
import { findMissingPackages, type PackageDeps } from './find-missing-packages.ts'
import { findRetreat } from './find-retreat.ts'
import { hasUnread } from './has-unread.ts'
import { makePromotions } from './promotions.ts'
import { readPrograms } from './read-programs.ts'

export interface OwnDeps extends BuildDeps, PackageDeps {
  readonly store: Store
  readonly clock: Clock
  readonly superior: Superior
  readonly rehearsals: Rehearsals
  /** How long a swap takes at most. */
  readonly swapLimitMs: number
}

const ACTS_MAX = 1000

export function makeOwnSystem(deps: OwnDeps): LiveSystem {
  const { home, store, rehearsals } = deps
  const promotions = makePromotions(deps.superior, deps.clock, deps.swapLimitMs)
  const isAlready = (
    current: string,
    { release, requiresRestart }: Pick<Change, 'release' | 'requiresRestart'>,
  ) => !requiresRestart && release !== null && isSame(home, current, release.after)
  return {
    findHindrance: (order) => findMissingPackages(deps, order),

    async rehearse({ project, change }, signal) {
      const built = await buildCommit(deps, project.path, change.head, signal)
      if ('failed' in built) return { kind: 'failed', why: `no release can be built of it: ${built.failed}` }
      const { current } = await readLedger(home)
      const release = { before: current, after: built.id }
      // Only papers or tests: the same programs need no trial.
      if (isAlready(current, { ...change, release })) return { kind: 'passed', release }
      const { passed, steps } = await rehearsals.play(built.id, ACTOR, signal)
      const failed = steps.find((step) => step.passed === false)
      if (passed) return { kind: 'passed', release }
      return { kind: 'failed', why: `its rehearsal failed: ${failed?.check}: ${failed?.detail}` }
    },

    async needsRestart({ change }) {
      return change.release !== null && !isAlready((await readLedger(home)).current, change)
    },

    async tend({ change }) {
      if (change.release === null) return { kind: 'good' }
      const { after } = change.release
      const acts = await readActs(store, change)
      const verdict = judgeOwnRelease(await readLedger(home), after, acts)
      if (verdict.kind === 'good' || verdict.kind === 'soaking') return verdict
      // What became of it, and why, may be on its way to us.
      if (await hasUnread(home)) return { kind: 'soaking' }
      if (verdict.kind === 'sick') return verdict
      promotions.ask(after)
      return { kind: 'soaking' }
    },

    async retreat(order, signal) {
      const { release, sick } = order.change
      const ledger = await readLedger(home)
      if (release === null) return true
      if (promotions.isUnderWay(ledger)) return false
      // The watchdog has gone back by itself, to the newest good one; that need not be the one that served before.
      const isGone = sick !== null && ledger.current !== release.after
      if (isGone && (ledger.bad.includes(release.before) || promotions.wasAsked(release.before))) return true
      const wanted = sick === null ? await findRetreat(deps, order, ledger, signal) : release.before
      if (signal.aborted) return false
      if (wanted === undefined || wanted === ledger.current) return ledger.phase === 'good'
      promotions.ask(wanted)
      return false
    },
  }
}

function isSame(home: string, one: string, other: string): boolean {
  const programs = readPrograms(home, one)
  return one === other || (programs !== undefined && programs === readPrograms(home, other))
}

/** What the watchdog did since the change was given to it. */
async function readActs({ read }: Store, change: LiveOrder['change']): Promise<GuardAct[]> {
  const since = change.steps.findLast(({ to }) => to === 'soaking')?.at ?? change.createdAt
  const range = { after: change.seq, types: ['watchdog.acted'], limit: ACTS_MAX }
  const events = await read.events.within(range)
  return events.filter(({ at }) => at >= since).map(({ data }) => data as unknown as GuardAct)
}
