import { join } from 'node:path'
import { readRelease } from '../release.ts'

/** The sums of all files of a release, in one; undefined when it is not there. */
export function readPrograms(home: string, release: string): string | undefined {
  try {
    const { files } = readRelease(join(home, 'releases', release))
    const rows = Object.entries(files).map(([name, sum]) => `${sum} ${name}`)
    return rows.toSorted().join('\n')
  } catch {
    return undefined // tidied away, or never built
  }
}
