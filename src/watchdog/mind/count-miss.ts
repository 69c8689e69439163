// Slow is not dead. The limits of a child count its own time: what it waited for the disk, for memory or for a processor is no fault
// of its, and to kill it would help nobody. It is only told of, once, until it is over.
import { doom, type Turn } from './turn.ts'
import type { ChildWait } from '../wait-watch.ts'
import type { Child, Waits } from './state.ts'

/** With less than this the machine is as machines are. */
const SHARE_MIN = 0.25

const NONE: Waits = { fromMs: 0, ms: 0, hasTurned: false, phaseMs: 0, stillMs: 0, cause: 'disk' }

export function hearWait(turn: Turn, child: Child, wait: ChildWait): void {
  const { spanMs, ms, cause, isStill } = wait
  const { state, nowMs } = turn
  const known = state.waits[child.id] ?? { ...NONE, fromMs: nowMs - spanMs }
  const waits = {
    fromMs: known.fromMs,
    ms: known.ms + ms,
    hasTurned: known.hasTurned || wait.hasTurned,
    phaseMs: known.phaseMs + ms,
    stillMs: isStill ? known.stillMs + ms : 0,
    cause,
  }
  state.waits = { ...state.waits, [child.id]: waits }
  endIfStuck(turn, child, waits)
}

/** Nothing of it moves for so long that the disk may be dead. That is tried once: another one would hang there just as well. */
function endIfStuck(turn: Turn, child: Child, { stillMs, cause }: Waits): void {
  const { state } = turn
  if (stillMs < state.limits.stuckMs || child.doomed !== null || child.id === state.standby) return
  noteSlow(turn, child, cause)
  if (!state.slow || state.slow.hasKilled) return
  state.slow = { ...state.slow, hasKilled: true }
  doom(turn, child, 'hung', 'SIGKILL')
}

/** Whether a time of its own is over that began at `sinceMs`, its phase or what it was told last. */
export function isOverdue(turn: Turn, child: Child, sinceMs: number, limitMs: number): boolean {
  const ageMs = turn.nowMs - sinceMs
  if (ageMs < limitMs) return false
  const waits = turn.state.waits[child.id]
  if (!waits || ageMs - waits.phaseMs >= limitMs) return true
  noteSlow(turn, child, waits.cause)
  return false
}

/**
 * A miss counts for the share of the time since the last answer or miss in which the child could have answered. When its event
 * loop has turned meanwhile, it does not hang at all.
 */
export function countMiss(turn: Turn, child: Child): void {
  const { state, nowMs } = turn
  const waits = state.waits[child.id]
  const waited = waits ? waits.ms / Math.max(1, nowMs - waits.fromMs) : 0
  if (waits) beginWindow(turn, child.id, waits)
  if (!waits || waited < SHARE_MIN) {
    child.misses += 1
    return
  }
  child.misses = waits.hasTurned ? 0 : child.misses + Math.max(0, 1 - waited)
  noteSlow(turn, child, waits.cause)
}

/** It has answered: it moves, and what it waited for until now is of the past. */
export function forgetWaits(turn: Turn, { id }: Child): void {
  const waits = turn.state.waits[id]
  if (waits) beginWindow(turn, id, { ...waits, stillMs: 0 })
}

function beginWindow({ state, nowMs }: Turn, id: number, waits: Waits): void {
  state.waits = { ...state.waits, [id]: { ...waits, fromMs: nowMs, ms: 0, hasTurned: false } }
}

function noteSlow({ state, effects, nowMs }: Turn, { release, sinceMs }: Child, cause: Waits['cause']): void {
  const delayMs = Math.round(nowMs - Math.max(state.countedAtMs, sinceMs))
  const { slow } = state
  if (slow) {
    state.slow = { ...slow, lastMs: nowMs, worstMs: Math.max(slow.worstMs, delayMs) }
    return
  }
  state.slow = { release, cause, sinceMs: nowMs, lastMs: nowMs, worstMs: delayMs, hasKilled: false }
  effects.push({ do: 'record', what: { kind: 'slow', release, part: 'server', cause, delayMs } })
}

/** The server that leads has answered in time. */
export function endSlow({ state, effects, nowMs }: Turn): void {
  const { slow } = state
  if (!slow || nowMs - slow.lastMs < state.limits.calmMs) return
  state.slow = null
  const { release, cause, sinceMs, worstMs } = slow
  const lastedMs = Math.round(nowMs - sinceMs)
  effects.push({
    do: 'record',
    what: { kind: 'slow over', release, part: 'server', cause, worstMs, lastedMs },
  })
}
