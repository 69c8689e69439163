// How git stands in a project's own folder, where a supervisor works beside people. Only reads.
import type { GitState } from '../../protocol/work-state.ts'
import type { Project } from '../../protocol/project.ts'
import type { FindGitPlace } from './find-git-place.ts'
import type { Git, GitPlace } from './git.ts'
import { listCommits } from './list-commits.ts'

const FILES_MAX = 2000
const LIMITS = { limitMs: 10_000 } as const

export async function readSharedFolder(
  git: Git,
  findGitPlace: FindGitPlace,
  { path, mainBranch }: Project,
): Promise<GitState> {
  const at = { ...findGitPlace(path), workTree: path }
  const branch = await readIfThere(git, at, ['symbolic-ref', '--quiet', '--short', 'HEAD'])
  const head = await readIfThere(git, at, ['rev-parse', '--verify', '--quiet', 'HEAD'])
  const args = [
    'status',
    '--porcelain=v1',
    '-z',
    '--no-renames',
    '--untracked-files=all',
    // Else git would look into repositories inside, with their own settings.
    '--ignore-submodules=all',
  ]
  const status = await git.read(at, args, LIMITS)
  const rows = status.split('\0').filter((row) => row !== '')
  const changed = rows.slice(0, FILES_MAX).map((row) => ({ path: row.slice(3), status: wordFor(row) }))
  return {
    own: false,
    branch,
    head,
    main: mainBranch,
    behind: 0,
    uncommitted: changed.map((file) => file.path),
    recent_commits: head === null ? [] : await listCommits(git, at, 'HEAD'),
    changed,
  }
}

function wordFor(row: string): GitState['changed'][number]['status'] {
  const letters = row.slice(0, 2)
  if (letters.includes('D')) return 'deleted'
  return /[?A]/.test(letters) ? 'added' : 'modified'
}

async function readIfThere(git: Git, at: GitPlace, args: readonly string[]): Promise<string | null> {
  const { code, stdout } = await git.run(at, args, LIMITS)
  return code === 0 ? stdout.trim() : null
}
