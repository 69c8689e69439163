// Work in a folder of somebody's tree that is reached through no link, however often they are swapped meanwhile: each step down holds
// on to the folder that it has found.
import { constants } from 'node:fs'
import { access, open, realpath, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants
const HELD = '/proc/self/fd'

/** `work` gets a path of the folder that stays the same one. Undefined when a part of the way is no folder. */
export async function insideFolder<T>(
  root: string,
  way: readonly string[],
  work: (folder: string) => Promise<T>,
): Promise<T | undefined> {
  // Elsewhere than on Linux one look has to do.
  if (!(await isThere(HELD))) {
    const folder = join(root, ...way)
    return (await realpath(folder).catch(() => '')) === folder ? work(folder) : undefined
  }
  let held: FileHandle | undefined
  try {
    held = await open(root, O_RDONLY | O_DIRECTORY)
    for (const name of way) {
      const next = await open(`${HELD}/${held.fd}/${name}`, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      await held.close()
      held = next
    }
  } catch (error) {
    await held?.close()
    if (NO_FOLDER.has((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
  try {
    return await work(`${HELD}/${held.fd}`)
  } finally {
    await held.close()
  }
}

const NO_FOLDER = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch {
    return false
  }
}
