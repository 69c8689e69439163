// The repository that the demo agents work on: HOME/demo, with one commit. One that is there stays as it is.
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { commitIndex } from './commit-index.ts'
import type { Git } from './git.ts'
import { kindOf } from './workspaces/read-foreign.ts'

const README = `# Demo

Agents of the runtime \`demo\` work here. They have no model: they do what their prompts say, word by word.
`

export async function makeDemoRepository(git: Git, home: string): Promise<string> {
  const path = join(home, 'demo')
  await mkdir(path, { recursive: true, mode: 0o700 })
  if ((await kindOf(join(path, '.git'))) !== undefined) return path
  await writeFile(join(path, 'README.md'), README)
  await beginRepository(git, path, ['README.md'])
  return path
}

/** Its git folder appears with a first commit in it, or not at all. */
export async function beginRepository(git: Git, path: string, files: readonly string[]): Promise<void> {
  const gitDir = join(path, '.building', '.git')
  await rm(dirname(gitDir), { recursive: true, force: true })
  const at = { gitDir, of: 'cmux', workTree: path } as const
  const init = ['init', '--quiet', '--template=', '--initial-branch=main']
  await git.read({ gitDir, of: 'cmux' }, init, { fills: ['refs'] })
  await git.read(at, ['add', '--', ...files], { fills: ['objects', 'index'] })
  await commitIndex(git, at, 'Begin')
  await rename(gitDir, join(path, '.git'))
  await rm(dirname(gitDir), { recursive: true, force: true })
}
