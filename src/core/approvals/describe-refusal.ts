// Why an agent may not do what a person was asked about, in words for the agent. Pure.
import type { ApprovalRecord } from './approval-record.ts'

export function describeRefusal({
  id,
  state,
  decision,
  ended,
}: Pick<ApprovalRecord, 'id' | 'state' | 'decision' | 'ended'>): string {
  if (decision && state === 'denied')
    return `denied by ${decision.by}${decision.reason === null ? '' : `: ${decision.reason}`} (${id})`
  if (state === 'expired') return `nobody approved it in time (${id})`
  return `the request for approval was withdrawn: ${ended?.why ?? 'it is over'} (${id})`
}
