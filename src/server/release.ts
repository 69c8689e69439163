// Which code this is: the manifest that the build wrote beside the bundle.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Release {
  readonly id: string
  readonly version: string
}

export function readRelease(folder: string): Release {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Release
  return { id: manifest.id, version: manifest.version }
}
