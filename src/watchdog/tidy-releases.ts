import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Removes releases that nobody names any more. Called only after a new one has proved itself. */
export function tidyReleases(home: string, kept: ReadonlySet<string>): void {
  const folder = join(home, 'releases')
  for (const name of readdirSync(folder))
    if (!kept.has(name)) rmSync(join(folder, name), { recursive: true, force: true })
}
