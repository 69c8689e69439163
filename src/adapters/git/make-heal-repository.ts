// The repository of the show of self-healing: HOME/demo-heal, with the example's files. What earlier shows have changed is put back
// by a commit.
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Git } from './git.ts'
import { kindOf } from './read-foreign.ts'

export async function makeHealRepository(git: Git, home: string, example: string): Promise<string> {
  const path = join(home, 'demo-heal')
  const at = { gitDir: join(path, '.git'), workTree: path }
  await mkdir(path, { recursive: true, mode: 0o700 })
  const isNew = (await kindOf(at.gitDir)) === undefined
  if (isNew) await git.read(at, ['init', '--quiet', '--template=', '--initial-branch=main'])
  await cp(example, path, { recursive: true })
  await git.read(at, ['add', '--all'])
  const isSame = (await git.run(at, ['diff', '--cached', '--quiet', 'HEAD'])).code === 0
  const message = isNew ? 'Begin' : 'Begin again'
  if (!isSame) await git.read(at, ['commit', '--quiet', '--no-gpg-sign', '--message', message])
  return path
}
