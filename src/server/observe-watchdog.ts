// What the watchdog has written down about itself.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseGuardBook, type GuardBook } from '../protocol/guard-book.ts'
import type { WatchdogStatus } from '../protocol/status.ts'

export function observeWatchdog(home: string, build: string, trouble: string | null): WatchdogStatus | null {
  const book = readBook(home)
  if (!book) return null
  const { proven, next, refused } = book
  const noStandby = readNote(join(home, 'watchdog', 'no-standby'))
  return { guard: proven, build, next, refused, noStandby, trouble }
}

export function isGuardOnTrial(home: string): boolean {
  return Boolean(readBook(home)?.next)
}

function readBook(home: string): GuardBook | undefined {
  return parseGuardBook(readNote(join(home, 'watchdog', 'guards.json')) ?? '')
}

function readNote(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return null // not written: there is nothing to say
  }
}
