// Opens a file by a path whose links were followed and judged before. A folder on the way may have become a link since then, so what
// was opened is looked at once more.
import { constants } from 'node:fs'
import { open, readlink, type FileHandle } from 'node:fs/promises'

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants

/** Null when it is no plain file, or another one than the path named. */
export async function openReal(real: string): Promise<FileHandle | null> {
  const file = await open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const opened = await readlink(`/proc/self/fd/${file.fd}`).catch(() => real)
    if (opened === real && (await file.stat()).isFile()) return file
  } catch (error) {
    await file.close()
    throw error
  }
  await file.close()
  return null
}
