// What a build says of itself, and whether it is still that.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, join, normalize } from 'node:path'
import { CmuxError } from '../../protocol/cmux-error.ts'

export interface Manifest {
  readonly id: string
  /** Null or absent: built from files of which git knew nothing. */
  readonly commit?: string | null
  /** Built with edits that are in no commit. */
  readonly dirty?: boolean
  /** Which data it can read; releases from before there were ranges say nothing. */
  readonly schema?: { readonly reads: readonly [oldest: number, newest: number] }
  readonly files: Readonly<Record<string, string>>
}

const ID = /^[\w-]{1,80}$/

export function readManifest(folder: string): Manifest {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
  const stray = Object.keys(manifest.files).find(
    (name) => isAbsolute(name) || /^\.\.|^$/.test(normalize(name)),
  )
  // Both become paths in the home, and a build script can write anything.
  if (!ID.test(manifest.id) || stray !== undefined)
    throw new CmuxError('START_FAILED', `the manifest in ${folder} names ${stray ?? manifest.id}`)
  return manifest
}

/** The first file that is missing or not what the manifest says. */
export function findDamage(folder: string, files: Manifest['files']): string | undefined {
  return Object.entries(files).find(([name, sum]) => {
    const path = join(folder, name)
    return !existsSync(path) || createHash('sha256').update(readFileSync(path)).digest('hex') !== sum
  })?.[0]
}
