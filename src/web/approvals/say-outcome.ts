// Who asks for something, and what became of it, in words.
import type { Approval, ApprovalKind } from '../../protocol/approvals/approval.ts'
import { sayActor } from '../words/say-actor.ts'

const WANTS: Readonly<Record<ApprovalKind, string>> = {
  tool: 'wants to run a tool',
  change: 'wants to merge a change',
  spawn: 'wants to spawn an agent',
  budget: 'asks for a larger budget',
  push: 'wants to push to a remote',
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
  return `${state === 'expired' ? 'Expired' : 'Withdrawn'}: ${ended.why}`
}
