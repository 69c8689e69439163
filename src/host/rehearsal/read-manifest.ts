// What a release says of itself: the sums of its files, and which data it can read.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Manifest {
  readonly files: Readonly<Record<string, string>>
  /** Releases from before there were ranges say nothing. */
  readonly schema?: { readonly reads: readonly [oldest: number, newest: number] }
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
}
