// Repositories inside of a workspace, whose content git does not save with it.
import { lstat, readdir } from 'node:fs/promises'
import { damaged } from './read-foreign.ts'

/** Paths are bytes, as `latin1`. `tracked`: rows of `ls-files --stage`. */
export async function findNested(
  workTree: string,
  tracked: readonly string[],
  untracked: readonly string[],
): Promise<string[]> {
  const folders = new Set([
    ...tracked.flatMap((row) => {
      const path = row.slice(row.indexOf('\t') + 1)
      return row.startsWith('160000 ') ? [path] : foldersOf(path)
    }),
    ...untracked.flatMap(foldersOf),
  ])
  const held = await Promise.all([...folders].map((path) => holdsRepository(workTree, path)))
  return [...folders].filter((_, index) => held[index])
}

/** More than a project's own folders, without what it ignores. */
const FOLDERS_MAX = 50_000

/**
 * Git goes into no folder of the name `.git`, and says nothing of it when nothing else is there and it is no repository. `untracked`: as
 * `ls-files --directory` says them, empty ones included.
 */
export async function findHidden(
  workTree: string,
  untracked: readonly string[],
  ignored: ReadonlySet<string>,
): Promise<string[]> {
  const found: string[] = []
  const waiting = untracked.filter((path) => path.endsWith('/'))
  for (let seen = 0; waiting.length > 0; seen += 1) {
    if (seen > FOLDERS_MAX) throw damaged(workTree, `it has more than ${FOLDERS_MAX} new folders`)
    const folder = waiting.pop() ?? ''
    const entries = await readdir(bytesOf(workTree, folder), { withFileTypes: true, encoding: 'buffer' })
    for (const entry of entries) {
      const name = entry.name.toString('latin1')
      if (name === '.git') found.push(folder.slice(0, -1))
      else if (entry.isDirectory() && !ignored.has(`${folder}${name}/`)) waiting.push(`${folder}${name}/`)
    }
  }
  return found
}

/** `a/b/` for a folder that git lists as one, `a/b/c` for a file: `a` and `a/b` for both. */
function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

export async function holdsRepository(workTree: string, folder: string): Promise<boolean> {
  try {
    await lstat(Buffer.concat([bytesOf(workTree, folder), Buffer.from('/.git')]))
    return true
  } catch {
    return false // there is none; or nobody may look, and then git has said that it can't
  }
}

const bytesOf = (workTree: string, path: string) =>
  Buffer.concat([Buffer.from(`${workTree}/`), Buffer.from(path, 'latin1')])
