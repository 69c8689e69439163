// Where the objects of a repository are: an agent inside of walls, whose workspace borrows them, must be able to read them.
import { join, resolve } from 'node:path'
import { readIfThere } from '../files/read-if-there.ts'
import { readObjectPlace } from './build-workspace.ts'
import type { Git, GitPlace } from './git.ts'

/** Each borrows from the next; nobody sensible goes further. */
const BORROWED_MAX = 16

/** The objects of a repository, and those that it borrows itself. */
export async function listObjectFolders(git: Git, source: GitPlace): Promise<string[]> {
  const { folder } = await readObjectPlace(git, source)
  const found = [folder]
  for (const each of found) {
    const lines = (await readIfThere(join(each, 'info', 'alternates')))?.split('\n') ?? []
    const further = lines.filter((line) => line !== '' && !line.startsWith('#'))
    found.push(...further.map((line) => resolve(each, line)).filter((path) => !found.includes(path)))
    if (found.length > BORROWED_MAX) break
  }
  return found
}
