// Where a project has its git folder: in itself, or, for a folder without git, in our home (its shadow).
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { GitPlace } from './git.ts'

export type FindGitPlace = (path: string) => Pick<GitPlace, 'gitDir' | 'of'>

/** By the path, so that nothing has to be written down of it. It ends on `.git`, since git takes what is above for the work tree. */
export function shadowOf(home: string, path: string): string {
  const key = createHash('sha256').update(path).digest('hex')
  return join(home, 'shadows', key.slice(0, 32), '.git')
}

/** The shadow wins: a project that began without git stays so, also when somebody runs `git init` there. */
export function makeFindGitPlace(home: string): FindGitPlace {
  return (path) => {
    const shadow = shadowOf(home, path)
    return existsSync(shadow) ? { gitDir: shadow, of: 'cmux' } : { gitDir: join(path, '.git'), of: 'project' }
  }
}
