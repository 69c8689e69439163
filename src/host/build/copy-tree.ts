// A folder with everything below it, once more.
import { mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

export interface CopyTreeOptions {
  /** How a file comes to its new place. */
  readonly place: (from: string, to: string) => void
  /** Names at the top that stay behind. */
  readonly without?: readonly string[]
}

/** The same folders and links, with each file placed as the caller likes: copied, or linked. */
export function copyTree(from: string, to: string, { place, without = [] }: CopyTreeOptions): void {
  mkdirSync(to, { recursive: true, mode: 0o755 })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (without.includes(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyTree(source, target, { place })
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else place(source, target)
  }
}
