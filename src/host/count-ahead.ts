// How far the checkout's main branch is ahead of what runs. An extra on a screen: when git is slow or knows nothing of it,
// nothing is said.
import { readlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { runGit } from './run-git.ts'

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
  for (const branch of MAIN_BRANCHES) {
    const args = ['rev-list', '--count', '--end-of-options', `${commit}..refs/heads/${branch}`, '--']
    const count = await runGit(checkout, args, { limitMs: ANSWER_LIMIT_MS }).catch(() => undefined)
    if (count !== undefined) return { branch, commits: Number(count), release }
  }
  return undefined
}

function readCurrent(home: string): string {
  try {
    return basename(readlinkSync(join(home, 'current')))
  } catch {
    return '' // nothing has run here
  }
}
