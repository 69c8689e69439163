// The repository of the show of self-healing: HOME/demo-heal, with the example's files. What earlier shows have changed is put back
// by a commit.
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { commitIndex } from './commit-index.ts'
import type { Git } from './git.ts'
import { beginRepository } from './make-demo-repository.ts'
import { kindOf } from './workspaces/read-foreign.ts'

export async function makeHealRepository(git: Git, home: string, example: string): Promise<string> {
  const path = join(home, 'demo-heal')
  await mkdir(path, { recursive: true, mode: 0o700 })
  await cp(example, path, { recursive: true })
  if ((await kindOf(join(path, '.git'))) === undefined) {
    await beginRepository(git, path, ['.'])
    return path
  }
  const at = { gitDir: join(path, '.git'), of: 'project', workTree: path } as const
  await git.read(at, ['add', '--all'], { fills: ['objects', 'index'] })
  await commitIndex(git, at, 'Begin again')
  return path
}
