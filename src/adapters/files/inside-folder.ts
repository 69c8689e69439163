// Work in a folder of somebody's tree that is reached through no link, however often they are swapped meanwhile: each step down holds
// on to the folder that it has found.
import { constants } from 'node:fs'
import { access, chmod, mkdir, open, realpath, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants
const HELD = '/proc/self/fd'

/** A name in a folder. One that is no UTF-8 comes as its bytes. */
export type FileName = string | Buffer

interface Options {
  /** What is missing of the way is made, with the modes that this umask leaves. */
  readonly make?: { readonly umask: number }
}

/** `work` gets a path of the folder that stays the same one. Undefined when a part of the way is no folder. */
export async function insideFolder<T>(
  root: string,
  way: readonly FileName[],
  work: (folder: string) => Promise<T>,
  { make }: Options = {},
): Promise<T | undefined> {
  if (!(await isThere(HELD))) return insideSeen(root, way, work, make)
  let held: FileHandle | undefined
  try {
    held = await open(root, O_RDONLY | O_DIRECTORY)
    for (const name of way) {
      const path = inFolder(`${HELD}/${held.fd}`, name)
      const isNew = make ? await mkdir(path).then(() => true, thereAlready) : false
      const next = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      await held.close()
      held = next
      if (make && isNew) await next.chmod(modeUnder(make.umask, (await next.stat()).mode))
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
  make: Options['make'],
): Promise<T | undefined> {
  const folder = join(root, ...way.map(String))
  for (const at of make ? way.keys() : []) {
    const path = join(root, ...way.slice(0, at + 1).map(String))
    const isNew = await mkdir(path).then(() => true, thereAlready)
    if (make && isNew) await chmod(path, modeUnder(make.umask, (await stat(path)).mode))
  }
  return (await realpath(folder).catch(() => '')) === folder ? work(folder) : undefined
}

const NO_FOLDER = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])

/** A folder in one that belongs to a group belongs to it as well. */
const modeUnder = (umask: number, made: number) => (made & 0o7000) | (0o777 & ~umask)

function thereAlready(error: NodeJS.ErrnoException): false {
  if (error.code !== 'EEXIST') throw error
  return false
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch {
    return false
  }
}
