// The release to rehearse the way back with: what a failure would go back to.
import type { LedgerPart } from '../backups/read-ledger.ts'

/** What runs now, else the newest good one that is there; undefined when there is none. */
export function chooseAgainst(
  ledger: LedgerPart,
  candidate: string,
  isThere: (release: string) => boolean,
): string | undefined {
  const { current, good = [], bad = [] } = ledger
  return [...(current === undefined ? [] : [current]), ...good].find(
    (release) => release !== candidate && !bad.includes(release) && isThere(release),
  )
}
