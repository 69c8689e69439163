// Safe mode: no release is well, so a small child of the watchdog's own keeps the port answering, and releases are tried
// again in the background, one after the other, until one is well.
import { otherReleases } from '../mind/plan-rungs.ts'
import { startLater } from '../mind/start-candidate.ts'
import { isBad, type Cause } from '../mind/state.ts'
import { spawnChild, type Turn } from '../mind/turn.ts'

export function enterSafeMode(turn: Turn, cause: Cause, faults: readonly string[]): void {
  const { state, effects, nowMs } = turn
  state.safeRetry.atMs = nowMs + state.safeRetry.waitMs
  effects.push({ do: 'record', what: { kind: 'safe mode', cause, faults } })
  startLater(turn, { role: 'safe', attempt: 0, clean: false })
}

/** The release to try next from safe mode: what ran last, then the others in turn. */
export function tryLeavingSafeMode(turn: Turn): void {
  const { state, effects } = turn
  const { ledger } = state
  const latest = isBad(ledger, ledger.current) ? [] : [ledger.current]
  const choices = [...latest, ...otherReleases(ledger).map((rung) => rung.release)]
  // Everything is bad: the one that ran last is still a better guess than giving up.
  const release = choices[state.safeRetry.tried % Math.max(1, choices.length)] ?? ledger.current
  state.safeRetry.tried += 1
  state.swap = { release, why: 'leave safe mode' }
  effects.push({ do: 'save' })
  state.candidate = spawnChild(turn, 'server', release, true)
}

/**
 * The attempt failed: the next one comes later, and each later than the one before until a release holds. An attempt that was
 * killed from outside showed nothing, and is repeated.
 */
export function postponeLeaving({ state, nowMs }: Turn, cause: Cause): void {
  if (cause === 'killed') state.safeRetry.tried -= 1
  else state.safeRetry.waitMs = Math.min(state.safeRetry.waitMs * 2, state.limits.safeRetryMs[1])
  state.safeRetry.atMs = nowMs + state.safeRetry.waitMs
}
