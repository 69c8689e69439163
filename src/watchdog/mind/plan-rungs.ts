// The ladder, as a list: what to try, in order, when the release that should run does not.
import { isBad, type Cause, type Ledger, type Rung } from './state.ts'

export interface Fall {
  readonly cause: Cause
  /** It has answered before it failed. */
  readonly wasUp: boolean
}

export function planRungs(ledger: Ledger, fall: Fall, longGoodMs: number): Rung[] {
  const others = otherReleases(ledger)
  const proven = others.filter((rung) => rung.proven)
  const unproven = others.filter((rung) => !rung.proven)
  const safe = { kind: 'safe' } as const
  if (ledger.phase === 'trying') {
    // On probation: what was up and fell is rolled back at once; what never came up has its tries, and so has what could only
    // be left for a release that is no better proven.
    const tries = fall.wasUp && proven.length > 0 ? 0 : ledger.triesLeft
    return [...Array.from({ length: tries }, () => ({ kind: 'restart' }) as const), ...others, safe]
  }
  const again = [{ kind: 'restart' }, { kind: 'clean' }] as const
  // Good for long: one other release shows whether the code is at fault, all of them would only take longer.
  const suspects = ledger.goodForMs >= longGoodMs ? proven.slice(0, 1) : proven
  return [...again, ...suspects, ...unproven, safe]
}

/** Where one could go back to, the best guess first. */
export function otherReleases(ledger: Ledger) {
  const { current, good, servedBefore } = ledger
  return [...new Set([...good, ...(servedBefore === null ? [] : [servedBefore])])]
    .filter((release) => release !== current && !isBad(ledger, release))
    .map((release) => ({ kind: 'release', release, proven: good.includes(release) }) as const)
}
