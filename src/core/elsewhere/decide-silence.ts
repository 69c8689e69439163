// What follows from how long an agent elsewhere was silent. Pure. An alert first, then one step after the other, each with as
// much time to help as the agent has between heartbeats, then a person.
import type { Elsewhere } from './elsewhere.ts'

export type SilenceStep = 'restart' | 'rollback'

export type SilenceAction =
  | { readonly do: 'tell' }
  | { readonly do: 'step'; readonly step: SilenceStep; readonly number: number; readonly of: number }
  | { readonly do: 'give up' }

export function decideSilence(elsewhere: Elsewhere, nowMs: number): SilenceAction | null {
  if (!isSilent(elsewhere, nowMs)) return null
  const { silence, silentMs } = elsewhere
  if (!silence) return { do: 'tell' }
  if (silence.isGivenUp) return null
  const steppedMs = silence.steppedAt === null ? null : Date.parse(silence.steppedAt)
  if (steppedMs !== null && nowMs - steppedMs < silentMs) return null
  const steps = planSteps(elsewhere)
  const step = steps[silence.steps]
  return step ? { do: 'step', step, number: silence.steps + 1, of: steps.length } : { do: 'give up' }
}

/** One that never came is not missed. */
export function isSilent({ beat, silentMs }: Elsewhere, nowMs: number): boolean {
  return beat !== null && nowMs - Date.parse(beat.at) > silentMs
}

function planSteps({ command, tries, rollback }: Elsewhere): SilenceStep[] {
  const restart: SilenceStep[] = command.length > 0 ? ['restart'] : []
  const restarts = Array.from({ length: tries }, () => restart).flat()
  return rollback ? [...restarts, 'rollback', ...restart] : restarts
}
