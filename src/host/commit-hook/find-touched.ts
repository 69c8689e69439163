import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The first file below a folder that was written since then; a link to it writes through, whatever its mode says to root. */
export function findTouched(folder: string, sinceMs: number): string | undefined {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    const found = entry.isDirectory()
      ? findTouched(path, sinceMs)
      : lstatSync(path).mtimeMs > sinceMs
        ? path
        : undefined
    if (found !== undefined) return found
  }
  return undefined
}
