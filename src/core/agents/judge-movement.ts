// Is an agent that has something to do getting anywhere? Silent, frozen and looping are told apart, and each answer is a
// rung: nudge, interrupt, restart with its conversation, tell a person (H9). Pure.
export interface Movement {
  /** It has a turn under way, or work waits for it. */
  readonly isDue: boolean
  /** When it last said, printed or wrote anything, or began to have something to do. */
  readonly lastMoveMs: number
  /** A tool is at work, since then; its own limit counts, not ours. */
  readonly toolSinceMs: number | null
  /** The same call with the same input in a row. */
  readonly repeats: number
  /** It answers hooks or draws its screen; false means the process itself stands still. */
  readonly isTurnOpen: boolean
  /** What was done about it so far, and when: a step gets its time to help, however late we look. */
  readonly done: { readonly rung: Rung; readonly atMs: number }
}

export interface MovementLimits {
  readonly nudgeMs: number
  readonly interruptMs: number
  readonly restartMs: number
  readonly toolMs: number
  readonly repeatsMax: number
}

export const MOVEMENT_LIMITS: MovementLimits = {
  nudgeMs: 30_000,
  interruptMs: 60_000,
  restartMs: 90_000,
  toolMs: 10 * 60_000,
  repeatsMax: 10,
}

export type Rung = 'none' | 'nudge' | 'interrupt' | 'restart'

export interface MovementVerdict {
  readonly rung: Rung
  /** `silent`: nothing begins though work waits. `frozen`: a turn stands still. `looping`: it moves and gets nowhere. */
  readonly fault: 'silent' | 'frozen' | 'looping' | null
  readonly stillMs: number
}

export function judgeMovement(movement: Movement, limits: MovementLimits, nowMs: number): MovementVerdict {
  const { isDue, lastMoveMs, toolSinceMs, repeats, isTurnOpen } = movement
  const fine: MovementVerdict = { rung: 'none', fault: null, stillMs: 0 }
  if (!isDue) return fine
  if (repeats >= limits.repeatsMax)
    return { rung: repeats >= limits.repeatsMax * 2 ? 'restart' : 'interrupt', fault: 'looping', stillMs: 0 }
  if (toolSinceMs !== null && nowMs - toolSinceMs < limits.toolMs) return fine
  const stillMs = nowMs - lastMoveMs
  const rung = nextRung(movement, limits, nowMs)
  return rung === 'none' ? fine : { rung, fault: isTurnOpen ? 'frozen' : 'silent', stillMs }
}

/** Only from one rung to the next. What was done stays done. */
function nextRung({ lastMoveMs, done }: Movement, limits: MovementLimits, nowMs: number): Rung {
  const { nudgeMs, interruptMs, restartMs } = limits
  const stillMs = nowMs - lastMoveMs
  const triedMs = nowMs - done.atMs
  if (stillMs < nudgeMs) return 'none'
  switch (done.rung) {
    case 'none':
      return 'nudge'
    case 'nudge':
      return stillMs >= interruptMs && triedMs >= interruptMs - nudgeMs ? 'interrupt' : 'nudge'
    case 'interrupt':
      return stillMs >= restartMs && triedMs >= restartMs - interruptMs ? 'restart' : 'interrupt'
    case 'restart':
      return 'restart'
    default:
      return done.rung satisfies never
  }
}
