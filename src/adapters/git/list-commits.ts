// Commits with their first lines, the newest first.
import type { Git, GitPlace } from './git.ts'

const COMMITS_MAX = 20
const LIMITS = { limitMs: 10_000 } as const

export interface ListedCommit {
  readonly id: string
  readonly subject: string
}

export async function listCommits(git: Git, at: GitPlace, range: string): Promise<ListedCommit[]> {
  return parseCommits(await git.read(at, logOf(range), LIMITS))
}

/** The call, for a batch. */
export function logOf(range: string): string[] {
  return ['log', '-z', '--format=%H %s', `--max-count=${COMMITS_MAX}`, '--end-of-options', range]
}

export function parseCommits(text: string): ListedCommit[] {
  return text
    .split('\0')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ id: line.slice(0, line.indexOf(' ')), subject: line.slice(line.indexOf(' ') + 1) }))
}
