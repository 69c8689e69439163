// The ladder, as a list: what to try, in order, when the release that should run does not.
import type { Cause, Ledger, Rung } from './state.ts'

export interface Fall {
  readonly cause: Cause
  /** It has answered before it failed. */
  readonly wasUp: boolean
}

export function planRungs(ledger: Ledger, fall: Fall, longGoodMs: number): Rung[] {
  const others = ledger.good
    .filter((release) => release !== ledger.current && !ledger.bad.includes(release))
    .map((release) => ({ kind: 'release', release }) as const)
  const safe = { kind: 'safe' } as const
  if (ledger.phase === 'trying') {
    // On probation: what was up and fell is rolled back at once; what never came up has its tries.
    const tries = fall.wasUp && others.length > 0 ? 0 : ledger.triesLeft
    return [...Array.from({ length: tries }, () => ({ kind: 'restart' }) as const), ...others, safe]
  }
  const again = [{ kind: 'restart' }, { kind: 'clean' }] as const
  // Good for long: one other release shows whether the code is at fault, all of them would only take longer.
  const suspects = ledger.goodForMs >= longGoodMs ? others.slice(0, 1) : others
  return [...again, ...suspects, safe]
}
