// Looks into folders that others write in: no link is followed, no pipe waited for, and of a huge file only the beginning is read.
import { constants, type Dirent, type Stats } from 'node:fs'
import { lstat, open, readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { FolderDoor } from '../../core/browse/folder-door.ts'
import type { FolderItem, Sight } from '../../protocol/agents/sight.ts'
import { timestampFromMs, type Timestamp } from '../../protocol/timestamp.ts'
import { insideFolder } from './inside-folder.ts'
import { nothingThere } from './nothing-there.ts'

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
const ITEMS_MAX = 2000
const TEXT_MAX_BYTES = 512 * 1024
/** What has a NUL this early is no text. */
const BINARY_LOOK_BYTES = 8192

export function makeFolderDoor(): FolderDoor {
  return {
    async look(root, way) {
      const listed = await insideFolder(root, way, listFolder)
      const name = way.at(-1)
      if (listed || name === undefined) return listed
      return insideFolder(root, way.slice(0, -1), (folder) => lookAt(join(folder, name)))
    },
  }
}

async function listFolder(folder: string): Promise<Sight> {
  const all = (await readdir(folder, { withFileTypes: true })).map((entry) => ({
    name: entry.name,
    kind: kindOf(entry),
  }))
  const shown = all.toSorted(byKindAndName).slice(0, ITEMS_MAX)
  const items = await Promise.all(shown.map((item) => measure(folder, item)))
  return {
    kind: 'folder',
    items: items.filter((item) => item !== undefined),
    leftOff: all.length - shown.length,
  }
}

type Listed = Pick<FolderItem, 'name' | 'kind'>

const byKindAndName = (a: Listed, b: Listed) =>
  Number(b.kind === 'folder') - Number(a.kind === 'folder') || (a.name < b.name ? -1 : 1)

function kindOf(entry: Dirent): FolderItem['kind'] {
  if (entry.isDirectory()) return 'folder'
  if (entry.isFile()) return 'file'
  return entry.isSymbolicLink() ? 'link' : 'other'
}

/** Undefined when it went away meanwhile. */
async function measure(folder: string, item: Listed): Promise<FolderItem | undefined> {
  const found = await lstat(join(folder, item.name)).catch(nothingThere)
  return found && { ...item, bytes: found.size, changedAt: changedAt(found) }
}

/** A file can be given any time; what no clock shows is cut to the nearest that one does. */
function changedAt({ mtimeMs }: Pick<Stats, 'mtimeMs'>): Timestamp {
  return timestampFromMs(Math.min(Math.max(mtimeMs, 0), LAST_MS))
}

const LAST_MS = Date.UTC(9999, 11, 31)

async function lookAt(path: string): Promise<Sight | undefined> {
  const found = await lstat(path).catch(nothingThere)
  if (!found) return undefined
  if (found.isSymbolicLink()) return { kind: 'link', target: await readlink(path) }
  return found.isFile() ? readBeginning(path) : { kind: 'other' }
}

/** What was a file a moment ago may be a link or a pipe now. */
async function readBeginning(path: string): Promise<Sight> {
  await using file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  const found = await file.stat()
  if (!found.isFile()) return { kind: 'other' }
  const { size } = found
  const { buffer, bytesRead } = await file.read({
    buffer: Buffer.alloc(Math.min(size, TEXT_MAX_BYTES)),
    position: 0,
  })
  const bytes = buffer.subarray(0, bytesRead)
  const isText = !bytes.subarray(0, BINARY_LOOK_BYTES).includes(0)
  return {
    kind: 'file',
    bytes: size,
    changedAt: changedAt(found),
    text: isText ? bytes.toString('utf8') : null,
    isCut: size > bytesRead,
  }
}
