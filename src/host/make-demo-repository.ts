// The repository that the demo agents work on: HOME/demo, with one commit. One that is there stays as it is.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runGit } from './run-git.ts'

const README = `# Demo

Agents of the runtime \`demo\` work here. They have no model: they do what their prompts say, word by word.
`
const AUTHOR = ['-c', 'user.name=cmux', '-c', 'user.email=cmux@demo.invalid', '-c', 'commit.gpgSign=false']

export async function makeDemoRepository(home: string): Promise<string> {
  const path = join(home, 'demo')
  mkdirSync(path, { recursive: true, mode: 0o700 })
  // Asked only of its own: a home may stand inside of somebody's repository.
  const hasCommit =
    existsSync(join(path, '.git')) &&
    (await runGit(path, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']).then(
      () => true,
      () => false,
    ))
  if (hasCommit) return path
  await runGit(path, ['init', '--quiet', '--initial-branch=main'])
  writeFileSync(join(path, 'README.md'), README)
  await runGit(path, ['add', 'README.md'])
  await runGit(path, [...AUTHOR, 'commit', '--quiet', '--message', 'Begin'])
  return path
}
