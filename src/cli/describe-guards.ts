// What to know about the watchdog beyond that it runs; nothing, most of the time.
import type { GuardBook } from '../protocol/guard-book.ts'

export function describeGuards(book: GuardBook, build: string): string[] {
  const { proven, next, refused } = book
  if (next) return [`the watchdog ${next.id} is on trial, with ${next.triesLeft} starts left`]
  if (refused !== null && refused === build)
    return [`the watchdog of this build (${refused}) failed its trial; ${proven} is back`]
  if (build === proven) return []
  return ['the watchdog of this build differs; `cmux watchdog upgrade` changes it']
}
