// The shipped code that faults are planted in: every TypeScript file of src that is no test.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareSource, type SearchedSource } from './find-anchor.ts'

export function readSources(root: string): SearchedSource[] {
  return globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .toSorted()
    .map((path) => prepareSource({ path, text: readFileSync(join(root, path), 'utf8') }))
}
