// Is every file of the release what was built?
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readManifest } from '../../build/manifest.ts'
import type { Check } from '../stage.ts'

export const sums: Check = {
  name: 'sums',
  limit: 'checkMs',
  async run({ folder }) {
    const files = Object.entries(readManifest(folder).files)
    for (const [name, sum] of files) {
      const path = join(folder, name)
      if (!existsSync(path)) throw new Error(`${name} is missing, though the manifest names it`)
      if (createHash('sha256').update(readFileSync(path)).digest('hex') !== sum)
        throw new Error(`${name} is not what was built`)
    }
    return `${files.length} files are what was built`
  },
}
