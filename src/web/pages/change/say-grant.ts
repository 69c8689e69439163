// Who let a change through and how, in words. Pure.
import type { Change, Leave } from '../../../protocol/changes/change.ts'
import { sayActor } from '../../words/say-actor.ts'

const WAYS: Readonly<Record<Leave['via'], string>> = {
  execute: 'at the start',
  approval: 'in an approval',
  review: 'in a review',
}

/** A leave is for one sum: for what the change has become since then it says nothing. */
export function sayGrant({ by, via, sha256 }: Leave, now: Change['sha256']): string {
  const isForThis = sha256 === now
  return `${sayActor(by)}, ${WAYS[via]}${isForThis ? '' : `; for ${sha256.slice(0, 12)}, not for the current content`}`
}
