// Brings one file of a tree that people work in from one commit to another: by us and through no link, since git looks at a folder
// once and then writes wherever it leads.
import { makePlace, readImage, removeImage, removePlace, writeImage, type FileImage } from './file-image.ts'

export interface PlaceOrder {
  readonly root: string
  /** As git has it, a character a byte. */
  readonly path: string
  /** What was there before; undefined for no file. */
  before(): Promise<FileImage | undefined>
  after(): Promise<FileImage | undefined>
  /** Whether it is the place of a repository inside, of which git keeps no more than that. */
  readonly isPlaceBefore: boolean
  readonly isPlaceAfter: boolean
  readonly umask: number
}

/** False when it is somebody's edit by now, or something is in the way: it stays as it is. */
export async function placeFile(order: PlaceOrder): Promise<boolean> {
  const { root, path } = order
  if (order.isPlaceBefore && !order.isPlaceAfter) await removePlace(root, path)
  const found = await readImage(root, path)
  const wanted = await order.after()
  if (!isSame(found, wanted)) {
    if (!isHalfWritten(found, wanted) && !isSame(found, await order.before())) return false
    if (found && !wanted) await removeImage(root, path)
    if (wanted && !(await writeImage(root, path, wanted, order.umask))) return false
  }
  return !order.isPlaceAfter || makePlace(root, path, order.umask)
}

function isSame(one: FileImage | undefined, other: FileImage | undefined): boolean {
  if (!one || !other) return one === other
  return one.mode === other.mode && one.bytes.equals(other.bytes)
}

/** A kill may have left it so: taken away to be written anew, or written in part. */
function isHalfWritten(found: FileImage | undefined, wanted: FileImage | undefined): boolean {
  if (!found) return true
  return wanted !== undefined && wanted.bytes.subarray(0, found.bytes.length).equals(found.bytes)
}
