// The umask for what is written into a person's repository: that of their shell when they ran `up`; before that, the one that their
// repository was made with. The server's own is for its home, where nothing is for anybody else.
import { stat } from 'node:fs/promises'
import { z } from 'zod'
import { readIfThere } from '../files/read-if-there.ts'

const Recorded = z.object({ umask: z.string().regex(/^[0-7]{1,4}$/) })
const PERMISSIONS = 0o777

/** `record`: where `up` keeps it. `witness`: a folder that git or the person made. */
export async function readUmask(record: string | undefined, witness: string): Promise<number> {
  const text = record === undefined ? undefined : await readIfThere(record)
  if (text !== undefined) return Number.parseInt(Recorded.parse(JSON.parse(text)).umask, 8) & PERMISSIONS
  return ~(await stat(witness)).mode & PERMISSIONS
}
