// The repository that the demo agents work on: HOME/demo, with one commit. One that is there stays as it is.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Git } from './git.ts'
import { kindOf } from './read-foreign.ts'

const README = `# Demo

Agents of the runtime \`demo\` work here. They have no model: they do what their prompts say, word by word.
`

export async function makeDemoRepository(git: Git, home: string): Promise<string> {
  const path = join(home, 'demo')
  const at = { gitDir: join(path, '.git'), workTree: path }
  await mkdir(path, { recursive: true, mode: 0o700 })
  const hasCommit =
    (await kindOf(at.gitDir)) !== undefined &&
    (await git.run(at, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])).code === 0
  if (hasCommit) return path
  await git.read(at, ['init', '--quiet', '--template=', '--initial-branch=main'])
  await writeFile(join(path, 'README.md'), README)
  await git.read(at, ['add', 'README.md'])
  await git.read(at, ['commit', '--quiet', '--no-gpg-sign', '--message', 'Begin'])
  return path
}
