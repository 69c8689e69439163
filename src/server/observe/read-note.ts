// A short file that somebody else of this home writes.
import { readFileSync } from 'node:fs'

export function readNote(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return null // not written: there is nothing to say
  }
}
