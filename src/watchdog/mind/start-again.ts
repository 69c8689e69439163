// What nobody of ours is to blame for: the same release goes on, by its standby or by another start, however often it happens.
import { beginClimb, restart, takeRung } from './climb.ts'
import type { Cause, Child, Climb, Rung } from './state.ts'
import { doom, type Turn } from './turn.ts'

const RUNGS: Rung[] = [{ kind: 'restart' }, { kind: 'safe' }]

/** A signal that somebody sent says nothing about the release. Running out of memory does, until the release has proved itself. */
export function isBlameless(cause: Cause, isProven: boolean): boolean {
  return cause === 'killed' || (cause === 'out of memory' && isProven)
}

/** A server, or the start of one, was killed from outside. */
export function startAgain(turn: Turn, { ended, phase }: Child, cause: Cause): void {
  const { state, effects } = turn
  const { ledger, limits } = state
  const climb = goOn(turn, cause)
  // Only starts that are killed one after the other are spaced, and have an end: then safe mode answers instead of nobody.
  if (phase === 'leading') climb.silentSinceMs = turn.nowMs
  climb.killedStarts = phase === 'leading' ? 0 : climb.killedStarts + 1
  const isOver = climb.killedStarts > limits.tries
  // The start that was killed is given back.
  if (ledger.phase === 'trying') ledger.triesLeft = Math.min(limits.tries, ledger.triesLeft + 1)
  const next = isOver ? 'safe mode' : 'restart'
  effects.push({ do: 'record', what: { kind: 'failed', release: ledger.current, cause, ended, next } })
  if (isOver) {
    climb.at = climb.rungs.length - 1
    takeRung(turn, climb, cause)
  } else restart(turn, climb.killedStarts)
}

/**
 * The candidate of a planned swap is gone, and nobody can go on leading: the leader was killed meanwhile, or has been told to hand
 * over, and leads once in its life. The release that ran before comes back, whatever became of the other.
 */
export function bringBack(turn: Turn, leader: Child | undefined, cause: Cause): void {
  turn.state.leader = null
  if (leader) doom(turn, leader, 'replaced', 'SIGTERM')
  goOn(turn, cause)
  restart(turn, 0)
}

function goOn(turn: Turn, cause: Cause): Climb {
  const { state, nowMs } = turn
  const climb = state.climb ?? beginClimb(turn, cause, { rungs: RUNGS, at: 0, isOutside: true })
  state.climb = Object.assign(climb, { failedMs: nowMs, examined: false, held: null, byStandby: false })
  return climb
}
