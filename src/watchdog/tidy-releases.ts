import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Somebody may be building it, rehearsing it, or about to promote it. */
const LEFT_ALONE_MS = 24 * 60 * 60_000

/** Removes releases that nobody names any more. Called only after a new one has proved itself. */
export function tidyReleases(home: string, kept: ReadonlySet<string>, nowMs: number = Date.now()): void {
  const folder = join(home, 'releases')
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const isOld = nowMs - statSync(path).mtimeMs >= LEFT_ALONE_MS
    if (isOld && !kept.has(name)) rmSync(path, { recursive: true, force: true })
  }
}
