// The states and the risk of a change in words, the same in the terminal and on the page. What is stored and sent keeps its names.
// Without zod: the page loads it too.
import type { ChangeState, Tier } from './change.ts'

const STATES: Readonly<Record<ChangeState, string>> = {
  planned: 'draft',
  queued: 'queued',
  checking: 'running checks',
  reviewing: 'in review',
  rehearsing: 'rehearsing',
  adopting: 'merging',
  restarting: 'restarting',
  soaking: 'on probation',
  good: 'merged',
  refused: 'checks failed',
  rolling_back: 'rolling back',
  rolled_back: 'rolled back',
  canceled: 'canceled',
}

const RISKS: Readonly<Record<Tier, string>> = {
  safe: 'low risk',
  care: 'medium risk',
  forbidden: 'high risk',
}

/** An event may come from another release, and name a state that is not known here. */
export function describeChangeState(state: string): string {
  return Object.hasOwn(STATES, state) ? STATES[state as ChangeState] : state.replaceAll('_', ' ')
}

export function describeRisk(tier: string): string {
  return Object.hasOwn(RISKS, tier) ? RISKS[tier as Tier] : tier
}
