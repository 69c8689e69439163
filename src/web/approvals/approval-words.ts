// What states and risks of requests mean, and how they look.
import type { Approval, ApprovalKind, ApprovalState, Risk } from '../../protocol/approval.ts'
import type { Tone } from '../ui/tone.ts'
import { sayActor } from '../words/say-actor.ts'

export const STATE_TONES: Readonly<Record<ApprovalState, Tone>> = {
  waiting: 'worry',
  approved: 'well',
  denied: 'bad',
  expired: 'quiet',
  withdrawn: 'quiet',
  used: 'well',
}

export const RISK_TONES: Readonly<Record<Risk, Tone>> = { low: 'quiet', medium: 'worry', high: 'bad' }

const WANTS: Readonly<Record<ApprovalKind, string>> = {
  tool: 'wants to use a tool',
  change: 'wants to land a change',
  spawn: 'wants to spawn an agent',
  budget: 'wants a larger budget',
  custom: 'asks',
}

export function sayWho({ requester, kind }: Pick<Approval, 'requester' | 'kind'>): string {
  return `${sayActor(requester)} ${WANTS[kind]}`
}

const WAYS: Readonly<Record<NonNullable<Approval['decision']>['via'], string>> = {
  dashboard: 'in the dashboard',
  cli: 'on the command line',
  terminal: 'at its terminal',
  slack: 'in Slack',
  http: 'over HTTP',
}

/** What became of it; empty while it waits. */
export function sayOutcome({
  state,
  decision,
  ended,
}: Pick<Approval, 'state' | 'decision' | 'ended'>): string {
  if (decision) {
    const did = state === 'denied' ? 'Denied' : 'Approved'
    return `${did} by ${sayActor(decision.by)} ${WAYS[decision.via]}${decision.reason === null ? '' : `: ${decision.reason}`}`
  }
  if (!ended) return ''
  return `${state === 'expired' ? 'Nobody decided in time' : 'Taken back'}: ${ended.why}`
}
