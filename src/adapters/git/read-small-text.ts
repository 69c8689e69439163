// Reads a small file of a git folder that anybody may have written. A pipe is not waited for, and what is no plain file is an error.
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { nothingThere } from '../files/nothing-there.ts'

/** A setting, a name or a list of them; more is no file of git's. */
const TEXT_MAX_BYTES = 1024 * 1024

/** Undefined when there is none. */
export async function readSmallText(path: string): Promise<string | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(nothingThere)
  if (!file) return undefined
  try {
    const found = await file.stat()
    if (!found.isFile() || found.size > TEXT_MAX_BYTES)
      throw new CmuxError('GIT_FAILED', `${path} is no small plain file`, {
        hint: 'look at it; git itself would not have made it so',
      })
    // One read and not `readFile`, which asks for the size again and reads on to the end.
    const bytes = Buffer.alloc(found.size)
    const { bytesRead } = await file.read(bytes, 0, found.size, 0)
    return bytes.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}
