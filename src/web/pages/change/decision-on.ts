// What a person can decide about a change on its page, having read it: whether it begins, or whether it passes a review. Pure.
import type { ChangeView } from '../../../protocol/changes/change.ts'

interface Decision {
  readonly kind: 'execute' | 'review'
  /** All of it has to have been on the screen. */
  readonly isToBeRead: boolean
}

/** Null: nothing here. What waits in the queue of approvals is decided there, so that there is one place for it. */
export function decisionOn(change: Pick<ChangeView, 'state' | 'needs' | 'review'>): Decision | null {
  if (change.state === 'planned') return { kind: 'execute', isToBeRead: change.needs.kind === 'human' }
  const isAsked = change.state === 'reviewing' && change.review !== null && change.review.approval === null
  return isAsked ? { kind: 'review', isToBeRead: true } : null
}
