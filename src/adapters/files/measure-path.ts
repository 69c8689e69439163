// How much of the disk a file or a folder takes, links not followed.
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** A folder with more than this is measured by its first so many: enough to know that it is large. */
const ENTRIES_MAX = 200_000
const BLOCK_BYTES = 512

export async function measurePath(path: string): Promise<number> {
  let bytes = 0
  let seen = 0
  const waiting = [path]
  for (let next = waiting.pop(); next !== undefined && seen < ENTRIES_MAX; next = waiting.pop()) {
    seen += 1
    const found = await lstat(next).catch(() => undefined)
    // What went while we looked takes nothing.
    if (!found) continue
    bytes += found.blocks * BLOCK_BYTES
    if (!found.isDirectory()) continue
    const folder = next
    waiting.push(...(await readdir(folder).catch(() => [])).map((name) => join(folder, name)))
  }
  return bytes
}
