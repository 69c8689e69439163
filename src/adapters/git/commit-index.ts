// Commits what is in the index, onto the branch main of a repository that cmux itself has made.
import type { Git, GitPlace } from './git.ts'

const REF = 'refs/heads/main'

/** Nothing when nothing differs from the last commit. */
export async function commitIndex(git: Git, at: GitPlace, message: string): Promise<void> {
  const tree = await git.read(at, ['write-tree'], { fills: ['objects', 'index'] })
  const { stdout } = await git.run(at, ['rev-parse', '--verify', '--quiet', REF])
  const parent = stdout.trim()
  if (parent !== '' && (await git.read(at, ['rev-parse', `${parent}^{tree}`])) === tree) return
  const args = ['commit-tree', tree, ...(parent === '' ? [] : ['-p', parent])]
  const commit = await git.read(at, args, { fills: ['objects'], input: `${message}\n` })
  await git.read(at, ['update-ref', REF, commit, parent], { fills: ['refs'] })
}
