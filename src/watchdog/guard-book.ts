// The watchdog's own releases: which pair of programs (guard and safe mode) is proven, which one is on trial and how often
// it may still be started. Changing the guard is a step of its own, apart from the releases that it guards.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeLedger } from './ledger.ts'

export interface GuardBook {
  readonly proven: string
  /** What was proven before; used when the proven one is damaged. */
  readonly previous: string | null
  /** On trial. The count is on disk before each start that it pays for. */
  readonly next: { readonly id: string; readonly triesLeft: number } | null
  /** The last one that failed its trial. */
  readonly refused: string | null
}

/** Their sums name them, so that a damaged pair shows by itself. */
const PROGRAMS = ['guard.mjs', 'safe-mode.mjs']
const SUM_CHARS = 12

export const guardsFolder = (home: string) => join(home, 'watchdog', 'guards')
const bookPath = (home: string) => join(home, 'watchdog', 'guards.json')

export function readBook(home: string): GuardBook {
  const read = JSON.parse(readFileSync(bookPath(home), 'utf8')) as Partial<GuardBook>
  const { proven, previous = null, next = null, refused = null } = read
  if (typeof proven !== 'string') throw new Error('guards.json names no guard')
  return { proven, previous, next, refused }
}

export function writeBook(home: string, book: GuardBook): void {
  writeLedger(bookPath(home), book)
}

/** True when the folder holds what its name says. */
export function isSound(home: string, id: string): boolean {
  try {
    const sums = PROGRAMS.map((name) =>
      createHash('sha256')
        .update(readFileSync(join(guardsFolder(home), id, name)))
        .digest('hex')
        .slice(0, SUM_CHARS),
    )
    return sums.join('-') === id
  } catch {
    return false // a file is missing
  }
}

export interface Settled {
  readonly book: GuardBook
  readonly onTrial: boolean
  /** The one whose trial has just ended without success. */
  readonly refused: string | null
}

/** What it means for the book that `guard` holds the lock: any other that was on trial has failed. */
export function settleTrial(book: GuardBook, guard: string): Settled {
  const { next } = book
  if (next === null) return { book, onTrial: false, refused: null }
  if (next.id === guard) return { book, onTrial: true, refused: null }
  return { book: { ...book, next: null, refused: next.id }, onTrial: false, refused: next.id }
}

export function proveGuard(book: GuardBook, guard: string): GuardBook {
  return {
    proven: guard,
    previous: book.proven === guard ? book.previous : book.proven,
    next: null,
    refused: null,
  }
}

/** Removes pairs that the book does not name any more. */
export function tidyGuards(home: string, { proven, previous, next }: GuardBook): void {
  for (const id of readdirSync(guardsFolder(home)))
    if (id !== proven && id !== previous && id !== next?.id)
      rmSync(join(guardsFolder(home), id), { recursive: true, force: true })
}
