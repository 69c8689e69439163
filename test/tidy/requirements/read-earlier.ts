// Reads the versions of the requirements that git still has. The working tree is compared with them, so that the list of what
// is not shown can grow neither before a commit nor in one; a shallow clone has fewer versions, and at least HEAD's.
import { execFileSync } from 'node:child_process'
import type { EarlierVersion } from './find-growth.ts'
import { MISSING_PATH, parseRequirements, REQUIREMENTS_PATH } from './requirements.ts'

/** Two calls of git each. The list shrinks by a few ids a change, so this is years of them. */
const VERSIONS_MAX = 200

export function readEarlier(root: string): EarlierVersion[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  const commits = git('log', `-${VERSIONS_MAX}`, '--format=%H', '--', MISSING_PATH, REQUIREMENTS_PATH)
    .split('\n')
    .filter((commit) => commit !== '')
  return commits.map((commit) => ({
    commit: commit.slice(0, 12),
    requirements: parseRequirements((path) => git('show', `${commit}:${path}`)),
  }))
}
