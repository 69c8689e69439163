// The end of a recovery that leads nowhere: safe mode answers, whatever is still to be tried.
import { dropStandby } from './climb.ts'
import { enterSafeMode } from '../safe-mode/safe-mode.ts'
import type { Climb } from './state.ts'
import { doom, findChild, type Turn } from './turn.ts'

/**
 * Nobody has led for as long as a recovery may last: safe mode answers now, and goes on trying releases behind it. What is
 * being started is ended, however far it came.
 */
export function endLateClimb(turn: Turn): void {
  const { state, nowMs } = turn
  const { climb, leader, limits } = state
  if (!climb || leader !== null || isInSafeMode(climb)) return
  const candidate = findChild(turn, state.candidate)
  const extraMs = candidate?.phase === 'starting' ? (candidate.extraMs ?? 0) : 0
  if (nowMs - climb.silentSinceMs < limits.recoveryMs + extraMs) return
  giveUpClimb(turn, climb, [])
}

export const isInSafeMode = ({ rungs, at }: Climb): boolean => rungs[at]?.kind === 'safe'

export function giveUpClimb(turn: Turn, climb: Climb, faults: readonly string[]): void {
  const { state } = turn
  const candidate = findChild(turn, state.candidate)
  if (candidate) doom(turn, candidate, 'unneeded', 'SIGKILL')
  state.candidate = null
  state.delayed = null
  climb.held = null
  climb.at = climb.rungs.length - 1
  dropStandby(turn)
  enterSafeMode(turn, climb.cause, faults)
}
