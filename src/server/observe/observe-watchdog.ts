// What the watchdog has written down about itself.
import { join } from 'node:path'
import { parseGuardBook, type GuardBook } from '../../protocol/releases/guard-book.ts'
import type { WatchdogStatus } from '../../protocol/machine/status.ts'
import { observeStandby, type StandbyPlace } from './observe-standby.ts'
import { readNote } from './read-note.ts'

export async function observeWatchdog(
  place: StandbyPlace,
  build: string,
  trouble: string | null,
): Promise<WatchdogStatus | null> {
  const { home } = place
  const book = readBook(home)
  if (!book) return null
  const { proven, next, refused } = book
  const noStandby = readNote(join(home, 'watchdog', 'no-standby'))
  const standby = await observeStandby(place)
  return { guard: proven, build, next, refused, noStandby, standby, trouble }
}

export function isGuardOnTrial(home: string): boolean {
  return Boolean(readBook(home)?.next)
}

function readBook(home: string): GuardBook | undefined {
  return parseGuardBook(readNote(join(home, 'watchdog', 'guards.json')) ?? '')
}
