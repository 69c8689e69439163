// Which code this is: the manifest that the build wrote beside the bundle.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { guardIdOf } from '../protocol/releases/guard-book.ts'

type Manifest = Pick<Release, 'id' | 'version'> & { readonly files?: Readonly<Record<string, string>> }

export interface Release {
  readonly id: string
  readonly version: string
  /** The watchdog that came with it. */
  readonly guard: string
  /** The sum of each file, by its name in the release. */
  readonly files: Readonly<Record<string, string>>
}

export function readRelease(folder: string): Release {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
  const { id, version, files = {} } = manifest
  return { id, version, guard: guardIdOf(files), files }
}
