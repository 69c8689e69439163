// May this release be started at all? Its program must be what was built, and it must know the data. The front end is not
// looked at: a page that is damaged is restored, and keeps nobody from serving.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDataVersion, type DataVersion } from './machine/read-data-version.ts'

/** These hold all that a server needs: what is started, and the program that it loads; older releases are one file. */
const START = 'server.mjs'
const LOADED = 'server.cjs'

interface Manifest {
  readonly files?: Readonly<Record<string, string>>
  readonly schema?: { readonly reads?: readonly [oldest: number, newest: number] }
}

/** Why it may not, in words for people; undefined when nothing speaks against it. Takes a few milliseconds. */
export function verifyRelease(home: string, release: string): string | undefined {
  const folder = join(home, 'releases', release)
  try {
    const { files, schema } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
    for (const name of files?.[LOADED] === undefined ? [START] : [START, LOADED])
      if (files?.[name] !== sumOf(join(folder, name)))
        return `its file ${name} is damaged: it is not what was built`
    return refuseData(schema?.reads, readDataVersion(join(home, 'cmux.db')))
  } catch (error) {
    return `it is damaged: ${error instanceof Error ? error.message : String(error)}`
  }
}

function sumOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

/** What is not known is the server's to find out: it looks closer than we do, and says what is wrong. */
function refuseData(
  reads: readonly [number, number] | undefined,
  data: DataVersion | undefined,
): string | undefined {
  if (reads === undefined || data === undefined) return undefined
  const [oldest, newest] = reads
  // Migrations only add, so newer data is fine as long as it says that code of our age can read it.
  if (data.version >= oldest && data.readableFrom <= newest) return undefined
  return `it can't read the data: it knows schemas ${oldest} to ${newest}, and the data has ${data.version} (readable from ${data.readableFrom})`
}
