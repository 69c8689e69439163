// Keeps copies of single files of a folder of the system, and shows these instead. One mount for all of them, and links to it: with a
// mount for each file a start would take three times as long. A copy is made again when the file is another one, and whoever is in a
// sandbox sees that, too.
import {
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises'
import { join } from 'node:path'
import type { Mount, Wall } from '../../core/confinement/wall.ts'

/** Where the copies are in the sandbox, in the folder itself. */
const COPIES = '.files'
const FOLDER_MODE = 0o700
/** What only root may read is no general setting: it may hold a password. */
const READABLE_BY_ALL = 0o004
/** A link that leads here stays one: programs read the name of a time zone from its words. */
const SHOWN = /^\/(usr|nix\/store|gnu\/store)\//

export async function gatherFiles(wall: Extract<Wall, { kind: 'gathered' }>): Promise<Mount[]> {
  const { path, from, names } = wall
  await mkdir(from, { recursive: true, mode: FOLDER_MODE })
  const links = await Promise.all(names.map((name) => gather(join(path, name), join(from, name), name)))
  const copies: Mount = { path: join(path, COPIES), kind: 'readable', source: from, isFolder: true }
  const toLink = (name: string, source: string): Mount => ({
    path: join(path, name),
    kind: 'link',
    source,
    isFolder: false,
  })
  return [
    copies,
    ...links.flatMap((text, index) => (text === undefined ? [] : [toLink(names[index] ?? '', text)])),
  ]
}

/** What a link in its place says; undefined where there is no such file. */
async function gather(path: string, copy: string, name: string): Promise<string | undefined> {
  try {
    if (SHOWN.test(await realpath(path)))
      return (await lstat(path)).isSymbolicLink() ? await readlink(path) : undefined
    const [theirs, ours] = [await stat(path), await lstat(copy).catch(() => undefined)]
    if (!theirs.isFile() || (theirs.mode & READABLE_BY_ALL) === 0) return undefined
    const isSame = ours?.size === theirs.size && ours.mtime.getTime() === theirs.mtime.getTime()
    if (!isSame) await renew(path, copy, theirs.mtime)
    return `${COPIES}/${name}`
  } catch {
    return undefined // not there, or not for this user to read: and so not for the sandbox
  }
}

/** Whoever reads it meanwhile has the old one or the new one, whole. */
async function renew(path: string, copy: string, at: Date): Promise<void> {
  const folder = await mkdtemp(`${copy}.`)
  try {
    await copyFile(path, join(folder, 'new'))
    await utimes(join(folder, 'new'), at, at)
    await rename(join(folder, 'new'), copy)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
