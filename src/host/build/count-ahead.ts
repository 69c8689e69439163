// How far the checkout's main branch is ahead of what runs. An extra on a screen: when git is slow or knows nothing of it,
// nothing is said.
import { readlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readBranch } from './read-branch.ts'

const ANSWER_LIMIT_MS = 500
const MAIN_BRANCHES = ['main', 'master']

export interface Ahead {
  readonly branch: string
  readonly commits: number
  /** Counted from this release. */
  readonly release: string
}

export async function countAhead(home: string, checkout: string): Promise<Ahead | undefined> {
  const release = readCurrent(home)
  const commit = /^([0-9a-f]{12})-/.exec(release)?.[1]
  if (commit === undefined) return undefined
  const branch = MAIN_BRANCHES.find((name) => readBranch(checkout, name) !== undefined) ?? 'main'
  if (readBranch(checkout, branch)?.startsWith(commit)) return { branch, commits: 0, release }
  const count = await askGit(checkout, `${commit}..refs/heads/${branch}`)
  return count === undefined ? undefined : { branch, commits: Number(count), release }
}

/** Loaded only now: on most screens main is what runs. */
async function askGit(checkout: string, range: string): Promise<string | undefined> {
  const { runGit } = await import('./run-git.ts')
  const args = ['rev-list', '--count', '--end-of-options', range, '--']
  return runGit(checkout, args, { limitMs: ANSWER_LIMIT_MS }).catch(() => undefined)
}

function readCurrent(home: string): string {
  try {
    return basename(readlinkSync(join(home, 'current')))
  } catch {
    return '' // nothing has run here
  }
}
