// Work in a folder of somebody's tree that is reached through no link, however often they are swapped meanwhile: each step down holds
// on to the folder that it has found.
import { constants } from 'node:fs'
import { access, mkdir, open, realpath, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants
const HELD = '/proc/self/fd'

/** A name in a folder. One that is no UTF-8 comes as its bytes. */
export type FileName = string | Buffer

interface Options {
  /** What is missing of the way is made. */
  readonly make?: boolean
}

/** `work` gets a path of the folder that stays the same one. Undefined when a part of the way is no folder. */
export async function insideFolder<T>(
  root: string,
  way: readonly FileName[],
  work: (folder: string) => Promise<T>,
  { make = false }: Options = {},
): Promise<T | undefined> {
  if (!(await isThere(HELD))) return insideSeen(root, way, work, make)
  let held: FileHandle | undefined
  try {
    held = await open(root, O_RDONLY | O_DIRECTORY)
    for (const name of way) {
      const path = inFolder(`${HELD}/${held.fd}`, name)
      if (make) await mkdir(path).catch(thereAlready)
      const next = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
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

export function inFolder(folder: string, name: FileName): FileName {
  return typeof name === 'string' ? join(folder, name) : Buffer.concat([Buffer.from(`${folder}/`), name])
}

/** Elsewhere than on Linux one look has to do. */
async function insideSeen<T>(
  root: string,
  way: readonly FileName[],
  work: (folder: string) => Promise<T>,
  make: boolean,
): Promise<T | undefined> {
  const folder = join(root, ...way.map(String))
  if (make) await mkdir(folder, { recursive: true }).catch(thereAlready)
  return (await realpath(folder).catch(() => '')) === folder ? work(folder) : undefined
}

const NO_FOLDER = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])

function thereAlready(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch {
    return false
  }
}
