// Files that stand where a move wants to put new ones. Git takes ignored files for worthless; to us they are somebody's.
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ParsedChange } from '../parse-changes.ts'

/** What the move itself takes away is not in its way. */
export async function findInTheWay(root: string, touched: readonly ParsedChange[]): Promise<string[]> {
  const gone = touched.filter(({ status }) => status === 'deleted').map(({ path }) => path)
  const makesRoom = (path: string) =>
    gone.some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`))
  const added = touched.filter(({ status, path }) => status === 'added' && !makesRoom(path))
  const found = await Promise.all(
    added.map(async ({ path }) => ((await isThere(join(root, path))) ? [path] : [])),
  )
  return found.flat()
}

async function isThere(path: string): Promise<boolean> {
  try {
    return (await lstat(path)) !== undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    // Below a file: that one is in the way.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return true
    throw error
  }
}
