// Reads a file in a tree that somebody else writes in, however it is changed meanwhile: no link is followed on the way or at its end, and
// no pipe is waited for.
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { inFolder, insideFolder, type FileName } from './inside-folder.ts'
import { nothingThere } from './nothing-there.ts'

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants

/** `odd`: it is no plain file, or too large. */
export type InsideFile = Buffer | 'odd' | undefined

/** Undefined when there is no such file, or no folder on the way. */
export async function readInside(
  root: string,
  way: readonly FileName[],
  name: FileName,
  maxBytes: number,
): Promise<InsideFile> {
  return insideFolder(root, way, (folder) => readHeld(inFolder(folder, name), maxBytes))
}

/** `path`: in a folder that is held (`insideFolder`). */
export async function readHeld(path: FileName, maxBytes: number): Promise<InsideFile> {
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(oddOrMissing)
  if (file === 'odd' || file === undefined) return file
  try {
    const found = await file.stat()
    if (!found.isFile() || found.size > maxBytes) return 'odd'
    const bytes = Buffer.alloc(found.size)
    const { bytesRead } = await file.read(bytes, 0, found.size, 0)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** A link at the end is ELOOP, a socket ENXIO. */
function oddOrMissing(error: NodeJS.ErrnoException): 'odd' | undefined {
  return error.code === 'ELOOP' || error.code === 'ENXIO' ? 'odd' : nothingThere(error)
}
