// The requests that wait for a person: one question for everything that shows them.
import type { Approval } from '../../protocol/approvals/approval.ts'
import { useRoute } from '../data/use-route.ts'

export interface Approvals {
  /** What waits longest first. */
  readonly waiting: readonly Approval[]
  /** How many wait, also those that are not listed. */
  readonly count: number
  readonly needsPassphrase: boolean
  readonly isKnown: boolean
  readonly error: Error | null
}

const LISTED_MAX = 200

export function useApprovals(): Approvals {
  const { data, error } = useRoute('GET /api/approvals', { query: { state: 'waiting', limit: LISTED_MAX } })
  return {
    waiting: data?.items.toReversed() ?? [],
    count: data?.waiting ?? 0,
    needsPassphrase: data?.needsPassphrase ?? false,
    isKnown: data !== undefined,
    error,
  }
}
