// A file as git sees it: its bytes, or those of the link that it is, and whether it can be run.
import { chmod, lstat, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { insideFolder } from '../files/inside-folder.ts'
import { nothingThere } from '../files/nothing-there.ts'

export interface FileImage {
  readonly mode: '100644' | '100755' | '120000'
  readonly bytes: Buffer
}

const LINK = '120000'
const PROGRAM = '100755'
const MAY_RUN = 0o100

/** Undefined when there is no such file, or a folder or something else is there. */
export function readImage(root: string, path: string): Promise<FileImage | undefined> {
  return inside(root, path, async (file) => {
    const found = await lstat(file).catch(nothingThere)
    if (found?.isSymbolicLink()) return { mode: LINK, bytes: await readlink(file, 'buffer') }
    if (!found?.isFile()) return undefined
    return { mode: found.mode & MAY_RUN ? PROGRAM : '100644', bytes: await readFile(file) }
  })
}

/** Puts it in the place of what is there. */
export async function writeImage(root: string, path: string, image: FileImage | undefined): Promise<void> {
  await inside(root, path, async (file) => {
    await rm(file, { force: true })
    if (image?.mode === LINK) await symlink(image.bytes, file)
    else if (image) await writeFile(file, image.bytes, { flag: 'wx' })
    if (image?.mode === PROGRAM) await chmod(file, 0o755)
  })
}

function inside<T>(root: string, path: string, work: (file: string) => Promise<T>): Promise<T | undefined> {
  const way = dirname(path)
  return insideFolder(root, way === '.' ? [] : way.split('/'), (folder) => work(join(folder, basename(path))))
}
