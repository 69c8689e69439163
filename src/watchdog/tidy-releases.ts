import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A release that was built lately is about to be promoted, perhaps at this moment. */
const FRESH_MS = 24 * 3600_000

/** Removes releases that nobody names any more. Called only after a new one has proved itself. */
export function tidyReleases(home: string, kept: ReadonlySet<string>, nowMs = Date.now()): void {
  const folder = join(home, 'releases')
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const bornMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? nowMs
    if (!kept.has(name) && nowMs - bornMs > FRESH_MS) rmSync(path, { recursive: true, force: true })
  }
}
