// Which guard to start. One on trial has its tries, and only while somebody serves who can start another if it fails.
import type { GuardBook } from '../guard-book.ts'

export interface Pick {
  readonly id: string
  /** To be on disk before the start. */
  readonly book: GuardBook
}

export function pickGuard(
  book: GuardBook,
  { isServed, isSound }: { readonly isServed: boolean; readonly isSound: (id: string) => boolean },
): Pick {
  const { next, proven, previous } = book
  if (next !== null && next.triesLeft > 0 && isServed && isSound(next.id))
    return { id: next.id, book: { ...book, next: { ...next, triesLeft: next.triesLeft - 1 } } }
  const older = previous !== null && !isSound(proven) && isSound(previous) ? previous : proven
  return { id: older, book }
}
