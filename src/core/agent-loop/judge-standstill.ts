// Is an agent that has something to do getting anywhere? Silent, frozen and looping are told apart, and each answer is a
// rung: look, nudge, interrupt, restart with its conversation, tell a person (H9, L2). Pure.
import type { RuntimeName } from '../../protocol/agents/runtime.ts'

export interface Movement {
  /** It has a turn under way, or work waits for it. */
  readonly isDue: boolean
  /** When it last did anything (a hook, a line of its conversation, tokens), or began to have something to do. A screen is no deed. */
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
  /** From here on it is written down, and its tools' processes are looked at. */
  readonly lookMs: number
  readonly nudgeMs: number
  readonly interruptMs: number
  readonly restartMs: number
  readonly toolMs: number
  readonly repeatsMax: number
}

/** By what an agent is, and by what its program lets us see. */
export interface MovementTable {
  readonly supervisor: MovementLimits
  readonly others: MovementLimits
  /** Programs that show no tokens as they come are quiet while their model thinks: they get that many times as long. */
  readonly patience: Partial<Readonly<Record<RuntimeName, number>>>
}

export const MOVEMENT_TABLE: MovementTable = {
  supervisor: {
    lookMs: 15_000,
    nudgeMs: 30_000,
    interruptMs: 60_000,
    restartMs: 90_000,
    toolMs: 10 * 60_000,
    repeatsMax: 10,
  },
  // Others wait for a supervisor, and a supervisor for nobody: there is less hurry.
  others: {
    lookMs: 2 * 60_000,
    nudgeMs: 4 * 60_000,
    interruptMs: 8 * 60_000,
    restartMs: 12 * 60_000,
    toolMs: 10 * 60_000,
    repeatsMax: 30,
  },
  patience: { codex: 3, gemini: 3, opencode: 3 },
}

export function limitsFor(
  { role, runtime }: { readonly role: string; readonly runtime: RuntimeName },
  { supervisor, others, patience }: MovementTable,
): MovementLimits {
  const limits = role === 'supervisor' ? supervisor : others
  const times = patience[runtime] ?? 1
  return {
    ...limits,
    lookMs: limits.lookMs * times,
    nudgeMs: limits.nudgeMs * times,
    interruptMs: limits.interruptMs * times,
    restartMs: limits.restartMs * times,
  }
}

export type Rung = 'none' | 'look' | 'nudge' | 'interrupt' | 'restart'

export interface MovementVerdict {
  readonly rung: Rung
  /** `silent`: nothing begins though work waits. `frozen`: a turn stands still. `looping`: it moves and gets nowhere. */
  readonly fault: 'silent' | 'frozen' | 'looping' | null
  readonly stillMs: number
}

export function judgeStandstill(movement: Movement, limits: MovementLimits, nowMs: number): MovementVerdict {
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
  const { lookMs, nudgeMs, interruptMs, restartMs } = limits
  const stillMs = nowMs - lastMoveMs
  const triedMs = nowMs - done.atMs
  if (stillMs < lookMs) return 'none'
  switch (done.rung) {
    case 'none':
      return 'look'
    case 'look':
      return stillMs >= nudgeMs && triedMs >= nudgeMs - lookMs ? 'nudge' : 'look'
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
