// Does the release know the data?
import { join } from 'node:path'
import { readSchema } from '../../backups/read-schema.ts'
import { readManifest } from '../../build/manifest.ts'
import type { Check } from '../stage.ts'

/** As the watchdog asks before each start; here the data may have been migrated by the other release. */
export const schema: Check = {
  name: 'schema',
  limit: 'checkMs',
  async run({ folder, copy }) {
    const reads = readManifest(folder).schema?.reads
    if (reads === undefined) return { notTried: 'this release does not say which data it can read' }
    const data = readSchema(join(copy, 'cmux.db'))
    if (data === undefined) return { notTried: 'there is no data yet' }
    const [oldest, newest] = reads
    const words = `it knows schemas ${oldest} to ${newest}, and the data has ${data.version} (readable from ${data.readableFrom})`
    if (data.version < oldest || data.readableFrom > newest)
      throw new Error(`it can't read the data: ${words}`)
    return words
  },
}
