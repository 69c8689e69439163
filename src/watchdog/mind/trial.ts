// The trial of this very watchdog: begun with the lock, ended by a soak. Without the book nobody can be proved, but the port
// matters more, so that nothing here may throw at the start.
import type { Recorded } from './effect.ts'
import { proveGuard, readBook, settleTrial, tidyGuards, writeBook } from '../guard-book.ts'

type Recording = (what: Recorded) => void

export interface Trial {
  readonly isOn: boolean
  /** This one is the proven one from now on. */
  prove(): void
}

export function beginTrial(home: string, guard: string, record: Recording): Trial {
  return {
    isOn: settle(home, guard, record),
    prove() {
      const book = proveGuard(readBook(home), guard)
      writeBook(home, book)
      tidyGuards(home, book)
      record({ kind: 'guard proved', guard })
    },
  }
}

function settle(home: string, guard: string, record: Recording): boolean {
  try {
    const { book, onTrial, refused } = settleTrial(readBook(home), guard)
    if (refused !== null) {
      writeBook(home, book)
      record({ kind: 'guard refused', guard: refused, back: guard })
    }
    return onTrial
  } catch (error) {
    process.stderr.write(`${new Date().toISOString()} ${String(error)}\n`)
    return false
  }
}
