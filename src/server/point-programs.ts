// The programs that agents call, under a path that outlives releases. The link stands in a folder of its own, so that an agent
// inside of walls can be shown that folder: it then sees where the link leads now, not where it led when it was started.
import { randomBytes } from 'node:crypto'
import { mkdir, rename, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

export const programsLink = (home: string) => join(home, 'programs', 'current')

/** Done by whoever leads. */
export async function pointPrograms(home: string, release: string): Promise<void> {
  const link = programsLink(home)
  const folder = dirname(link)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const building = `${link}.${randomBytes(6).toString('hex')}`
  await symlink(relative(folder, release), building)
  await rename(building, link)
}
