// Has git look at some files again, so that one that was only touched is taken for no edit. The others are not looked at: there may be many.
import type { Git, GitPlace } from '../git.ts'

const THESE = ['add', '--refresh', '--ignore-errors', '--pathspec-from-file=-', '--pathspec-file-nul']
const ALL = ['update-index', '-q', '--ignore-missing', '--refresh']

/** `paths`: as git has them, a character a byte; those that the index has. */
export async function refreshEntries(git: Git, at: GitPlace, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  const input = paths.map((path) => `${path}\0`).join('')
  const how = { fills: ['index'], encoding: 'latin1', input } as const
  // One that the index does not have, a staged deletion for example, keeps git from all of them: then it looks at every file.
  for (const args of [THESE, ALL]) if ((await git.run(at, args, how)).code === 0) return
}
