// What is due: probes, deadlines, delayed starts, a missing standby, an attempt to leave safe mode.
import { endLateClimb } from './give-up-climb.ts'
import { pressExamination } from './hear-examination.ts'
import { isOverdue } from './count-miss.ts'
import { tryLeavingSafeMode } from '../safe-mode/safe-mode.ts'
import { startDelayed } from './start-candidate.ts'
import type { Child } from './state.ts'
import { doom, findChild, spawnChild, type Turn } from './turn.ts'

export function tick(turn: Turn): void {
  if (turn.state.stoppingSinceMs !== null) {
    endStragglers(turn, turn.state.stoppingSinceMs)
    return
  }
  killOverdue(turn)
  pressExamination(turn)
  endLateClimb(turn)
  startDelayed(turn)
  probeLeader(turn)
  keepStandby(turn)
  leaveSafeMode(turn)
}

function endStragglers({ state, effects, nowMs }: Turn, sinceMs: number): void {
  if (nowMs - sinceMs < state.limits.stopMs) return
  for (const child of state.children) effects.push({ do: 'signal', child: child.id, signal: 'SIGKILL' })
}

/** Every child that is on its way somewhere has a limit, and one that was asked to go has one too. */
function killOverdue(turn: Turn): void {
  const { state, effects } = turn
  const { limits } = state
  const readyMs = ({ phase, extraMs = 0 }: Child) => limits.readyMs + (phase === 'starting' ? extraMs : 0)
  const isLate = (child: Child) =>
    isOverdue(turn, child, child.sinceMs, readyMs(child)) && !waitsForSlowLeader(turn, child)
  for (const child of state.children) {
    if (child.doomed !== null) {
      if (isOverstaying(turn, child)) effects.push({ do: 'signal', child: child.id, signal: 'SIGKILL' })
    } else if ((child.id === state.candidate || child.phase === 'starting') && isLate(child))
      doom(turn, child, 'never ready', 'SIGKILL')
  }
  endSlowDrain(turn)
}

/** It could lead, and the one before has not finished: that one's wait for the machine is not its fault either. */
function waitsForSlowLeader(turn: Turn, { phase, lead, sinceMs }: Child): boolean {
  const leader = findChild(turn, turn.state.leader)
  if (phase !== 'listening' || lead !== 'not told' || !leader) return false
  return !isOverdue(turn, leader, sinceMs, turn.state.limits.readyMs)
}

/** Whoever is told to end has its limit by the clock; one that hands over may finish what the machine keeps it from. */
function isOverstaying(turn: Turn, child: Child): boolean {
  const { limits } = turn.state
  if (child.doomed === 'replaced') return isOverdue(turn, child, child.sinceMs, limits.drainMs)
  return turn.nowMs - child.sinceMs >= limits.stopMs
}

/** The old leader got the word when the candidate began to listen; it had this long to finish. */
function endSlowDrain(turn: Turn): void {
  const { state } = turn
  const candidate = findChild(turn, state.candidate)
  const leader = findChild(turn, state.leader)
  if (candidate?.phase !== 'listening' || !leader || leader.doomed !== null) return
  if (isOverdue(turn, leader, candidate.sinceMs, state.limits.drainMs))
    doom(turn, leader, 'replaced', 'SIGKILL')
}

function probeLeader(turn: Turn): void {
  const { state, effects, nowMs } = turn
  const leader = findChild(turn, state.leader)
  if (!leader || nowMs - state.probedAtMs < state.limits.probeEveryMs) return
  state.probedAtMs = nowMs
  effects.push({ do: 'probe', child: leader.id, via: 'port' })
  // A standby that hangs would be found out only when it is needed.
  const standby = findChild(turn, state.standby)
  if (standby?.phase === 'loaded' && standby.doomed === null)
    effects.push({ do: 'probe', child: standby.id, via: 'beat' })
}

function keepStandby(turn: Turn): void {
  const { state, nowMs } = turn
  const leader = findChild(turn, state.leader)
  const wanted = state.limits.standby && leader?.role === 'server' && leader.doomed === null
  if (!wanted || state.standby !== null || state.candidate !== null || nowMs < state.standbyAtMs) return
  state.standby = spawnChild(turn, 'server', leader.release, false)
}

function leaveSafeMode(turn: Turn): void {
  const { state, nowMs } = turn
  const leader = findChild(turn, state.leader)
  if (leader?.role !== 'safe' || state.candidate !== null) return
  if (nowMs >= state.safeRetry.atMs) tryLeavingSafeMode(turn)
}
