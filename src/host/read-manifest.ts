// What a build says of itself: its name, and the sum of each of its files.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Manifest {
  readonly id: string
  readonly files: Readonly<Record<string, string>>
}

export function readManifest(programs: string): Manifest {
  return JSON.parse(readFileSync(join(programs, 'manifest.json'), 'utf8')) as Manifest
}

/** The first file that is missing or not what the manifest says. */
export function findDamage(folder: string, files: Manifest['files']): string | undefined {
  return Object.entries(files).find(([name, sum]) => {
    const path = join(folder, name)
    return !existsSync(path) || createHash('sha256').update(readFileSync(path)).digest('hex') !== sum
  })?.[0]
}
