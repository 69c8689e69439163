// Commits with their first lines, the newest first.
import type { Git, GitPlace } from './git.ts'

const COMMITS_MAX = 20
const LIMITS = { limitMs: 10_000 } as const

export interface ListedCommit {
  readonly id: string
  readonly subject: string
}

export async function listCommits(git: Git, at: GitPlace, range: string): Promise<ListedCommit[]> {
  const format = `--max-count=${COMMITS_MAX}`
  const text = await git.read(at, ['log', '-z', '--format=%H %s', format, '--end-of-options', range], LIMITS)
  return text
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => ({ id: line.slice(0, line.indexOf(' ')), subject: line.slice(line.indexOf(' ') + 1) }))
}
