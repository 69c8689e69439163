// How a release of cmux itself is doing that a change has become. Pure: from the watchdog's ledger, and what it has done since.
import { describeCause } from '../../protocol/releases/describe-cause.ts'
import type { Soak } from './live-system.ts'

export interface OwnLedger {
  /** The release that should run. */
  readonly current: string
  readonly phase: string
  readonly good: readonly string[]
  readonly bad: readonly string[]
}

/** Something that the watchdog did, as it wrote it down. */
export interface GuardAct {
  readonly kind: string
  readonly detail: Readonly<Record<string, unknown>>
}

/** `absent`: it has not been its turn. */
type OwnVerdict = Soak | { readonly kind: 'absent' }

export function judgeOwnRelease(ledger: OwnLedger, release: string, acts: readonly GuardAct[]): OwnVerdict {
  const { current, phase, good, bad } = ledger
  if (current === release) return { kind: phase === 'good' ? 'good' : 'soaking' }
  const failed = acts.findLast(({ kind, detail }) => FAILURES.has(kind) && detail['release'] === release)
  if (bad.includes(release) || failed) return { kind: 'sick', why: describeFailure(release, failed) }
  const left = acts.findLast(({ kind, detail }) => kind === 'swapped' && detail['from'] === release)
  if (!left) return { kind: 'absent' }
  // Somebody has taken another one by name: then this one is theirs to judge. Who went back did not like it.
  if (left.detail['why'] === 'promote' || good.includes(release)) return { kind: 'good' }
  return { kind: 'sick', why: `release ${release} was rolled back to ${String(left.detail['to'])}` }
}

const FAILURES: ReadonlySet<string> = new Set(['failed', 'refused'])

function describeFailure(release: string, failed: GuardAct | undefined): string {
  if (!failed) return `the watchdog called release ${release} bad`
  const { cause, ended, faults } = failed.detail
  const how = typeof ended === 'string' && ended !== '' ? ` (${ended})` : ''
  const more = Array.isArray(faults) ? faults.map((fault) => `; ${String(fault)}`).join('') : ''
  return `release ${release} ${describeCause(cause)}${how}${more}`
}
