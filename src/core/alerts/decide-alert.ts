// Whether something noticed is a new alert, one more of one that is known, or one too many to be told by itself. Pure.
import type { AlertRecord } from './alert-table.ts'

export interface AlertPolicy {
  /** The same fault is told again after this time, then after twice as long, and so on. */
  readonly coolDownSec: number
  /** No more alerts than so many in that time; the rest is counted in one. */
  readonly stormMax: number
  readonly stormSec: number
}

export interface AlertFacts {
  readonly nowMs: number
  /** The newest on the same matter. */
  readonly last: AlertRecord | undefined
  /** How many were raised within the storm's time. */
  readonly recent: number
}

export type AlertDecision =
  | { readonly do: 'raise' }
  | { readonly do: 'count'; readonly tell: boolean }
  | { readonly do: 'gather' }

/** However often it was told before. */
const COOL_DOWN_MAX_MS = 86_400_000

export function decideAlert({ nowMs, last, recent }: AlertFacts, policy: AlertPolicy): AlertDecision {
  const coolDownMs = policy.coolDownSec * 1000
  if (last?.state === 'open') {
    const waitMs = Math.min(COOL_DOWN_MAX_MS, coolDownMs * 2 ** (last.told - 1))
    return { do: 'count', tell: hasPassed(last.toldAt, waitMs, nowMs) }
  }
  // Who has just said that they saw it need not hear of it at once.
  if (last?.acknowledgedAt && !hasPassed(last.acknowledgedAt, coolDownMs, nowMs))
    return { do: 'count', tell: false }
  return recent >= policy.stormMax ? { do: 'gather' } : { do: 'raise' }
}

/** A time that lies ahead means that the clock was set back: nothing is silent for longer than it should be because of that. */
function hasPassed(at: string, waitMs: number, nowMs: number): boolean {
  const agoMs = nowMs - Date.parse(at)
  return agoMs >= waitMs || agoMs < 0
}
