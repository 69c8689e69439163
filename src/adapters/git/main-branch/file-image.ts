// A file as git sees it: its bytes, or those of the link that it is, and whether it can be run. Paths are git's, a character a byte,
// so that every name can be told.
import { constants } from 'node:fs'
import { lstat, open, readFile, readlink, rm, rmdir, symlink } from 'node:fs/promises'
import { inFolder, insideFolder, type FileName } from '../../files/inside-folder.ts'
import { nothingThere } from '../../files/nothing-there.ts'

export interface FileImage {
  readonly mode: '100644' | '100755' | '120000'
  readonly bytes: Buffer
}

const LINK = '120000'
const PROGRAM = '100755'
const MAY_RUN = 0o100
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants

/** Undefined when there is no such file, or a folder or something else is there. */
export function readImage(root: string, path: string): Promise<FileImage | undefined> {
  const { way, name } = split(path)
  return insideFolder(root, way, async (folder) => {
    const file = inFolder(folder, name)
    const found = await lstat(file).catch(nothingThere)
    if (found?.isSymbolicLink()) return { mode: LINK, bytes: await readlink(file, 'buffer') }
    if (!found?.isFile()) return undefined
    // What was a file a moment ago may be a link or a pipe now.
    const bytes = await readFile(file, { flag: O_RDONLY | O_NOFOLLOW | O_NONBLOCK })
    return { mode: found.mode & MAY_RUN ? PROGRAM : '100644', bytes }
  })
}

/** Puts it in the place of what is there, with the mode that the umask leaves; folders are made as they are needed. False when something is in the way. */
export async function writeImage(
  root: string,
  path: string,
  image: FileImage,
  umask: number,
): Promise<boolean> {
  const { way, name } = split(path)
  const written = await insideFolder(
    root,
    way,
    async (folder) => {
      const file = inFolder(folder, name)
      await rm(file, { force: true })
      // A link that somebody lays here meanwhile is not followed either: only what is new is written.
      if (image.mode === LINK) await symlink(image.bytes, file)
      else await writeNew(file, image, umask)
      return true
    },
    { make: { umask } },
  ).catch(inTheWay)
  return written ?? false
}

async function writeNew(file: FileName, { bytes, mode }: FileImage, umask: number): Promise<void> {
  await using handle = await open(file, 'wx', 0o600)
  await handle.writeFile(bytes)
  await handle.chmod((mode === PROGRAM ? 0o777 : 0o666) & ~umask)
}

export async function removeImage(root: string, path: string): Promise<void> {
  const { way, name } = split(path)
  await insideFolder(root, way, (folder) => rm(inFolder(folder, name), { force: true }))
  await removeEmpty(root, way)
}

/** Folders that nothing is in go with their last file, as git does it. */
async function removeEmpty(root: string, way: readonly FileName[]): Promise<void> {
  const name = way.at(-1)
  if (name === undefined) return
  const above = way.slice(0, -1)
  const isGone = await insideFolder(root, above, (folder) =>
    rmdir(inFolder(folder, name)).then(() => true, stillInUse),
  )
  if (isGone) await removeEmpty(root, above)
}

/** For a repository inside, of which git keeps only the place. */
export async function makePlace(root: string, path: string, umask: number): Promise<boolean> {
  const { way, name } = split(path)
  const make = { umask }
  return (await insideFolder(root, [...way, name], async () => true, { make }).catch(inTheWay)) ?? false
}

export function removePlace(root: string, path: string): Promise<void> {
  const { way, name } = split(path)
  return removeEmpty(root, [...way, name])
}

function split(path: string): { way: FileName[]; name: FileName } {
  const names = path.split('/').map((part) => Buffer.from(part, 'latin1'))
  return { way: names.slice(0, -1), name: names.at(-1) ?? '' }
}

const IN_THE_WAY = new Set(['EEXIST', 'EISDIR', 'ERR_FS_EISDIR', 'ENOTEMPTY'])

function inTheWay(error: NodeJS.ErrnoException): false {
  if (IN_THE_WAY.has(error.code ?? '')) return false
  throw error
}

const IN_USE = new Set(['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR', 'EBUSY'])

function stillInUse(error: NodeJS.ErrnoException): false {
  if (IN_USE.has(error.code ?? '')) return false
  throw error
}
