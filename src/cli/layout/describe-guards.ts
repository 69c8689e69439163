// What to know about the watchdog beyond that it runs; nothing, most of the time.
import type { GuardBook } from '../../protocol/releases/guard-book.ts'

export function describeGuards(book: GuardBook, build: string): string[] {
  const { proven, next, refused } = book
  if (next) return [`watchdog ${next.id} is on probation, with ${next.triesLeft} starts left`]
  if (refused !== null && refused === build)
    return [`the watchdog of this build (${refused}) failed its probation; ${proven} runs again`]
  if (build === proven) return []
  return ['this build has another watchdog; `cmux watchdog upgrade` switches to it']
}
