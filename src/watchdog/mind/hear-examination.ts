// The machine was looked at after a failure: if it is at fault, no release is blamed and none is tried in vain.
import { takeRung } from './climb.ts'
import { giveUpClimb, isInSafeMode } from './give-up-climb.ts'
import type { Turn } from './turn.ts'

/** How long a recovery goes on before the machine is looked at: a standby leads within a fraction of that. */
const LOOK_AFTER_MS = 300

/** `faults`: what is wrong with the machine, in plain words; none when it is sound. */
export function hearExamination(turn: Turn, faults: readonly string[]): void {
  const { state } = turn
  if (state.stoppingSinceMs !== null) return
  judgeSuspect(turn, faults)
  const { climb } = state
  if (!climb || state.leader !== null || isInSafeMode(climb)) return
  if (faults.length > 0) giveUpClimb(turn, climb, faults)
  else if (climb.held !== null) {
    const { cause } = climb.held
    climb.held = null
    takeRung(turn, climb, cause)
  }
}

/** Asks for a look when a recovery does not end at once, and no longer waits for one that never comes. */
export function pressExamination(turn: Turn): void {
  const { state, effects, nowMs } = turn
  const { climb, suspect, limits } = state
  const isLate = (sinceMs: number) => nowMs - sinceMs >= limits.examineMs
  if ((climb?.held && isLate(climb.held.sinceMs)) || (suspect && isLate(suspect.sinceMs)))
    hearExamination(turn, [])
  else if (climb && state.leader === null && !climb.examined && !isInSafeMode(climb)) {
    if (nowMs - climb.failedMs < LOOK_AFTER_MS) return
    climb.examined = true
    effects.push({ do: 'examine' })
  }
}

/** A candidate that was asked for by name and failed: remembered as bad only if the machine is sound. */
function judgeSuspect({ state, effects }: Turn, faults: readonly string[]): void {
  const { suspect, ledger } = state
  if (!suspect) return
  state.suspect = null
  const { release, why, cause, ended } = suspect
  const isToBlame = faults.length === 0 && cause !== 'killed' && !ledger.good.includes(release)
  if (why === 'promote' && isToBlame) {
    ledger.bad = [...new Set([...ledger.bad, release])]
    effects.push({ do: 'save' })
  }
  effects.push({ do: 'record', what: { kind: 'refused', release, cause, ended, faults } })
}
