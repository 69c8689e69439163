// Which commit a checkout is at, and which of the files that go into a build are not as committed.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runGit } from './run-git.ts'

export interface Source {
  readonly commit: string
  /** Paths of edited, deleted and unknown files. */
  readonly edits: readonly string[]
}

/** Everything else (papers, tests) may be edited without what runs being any different. */
const BUILT_FROM = ['src', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json']

/** A repository inside would be looked at with its own settings. */
const NOT_INSIDE = '--ignore-submodules=all'

/** Undefined: this is no repository of its own, only files. */
export async function observeSource(checkout: string): Promise<Source | undefined> {
  if (!existsSync(join(checkout, '.git'))) return undefined
  const [head, status, marks] = await Promise.all([
    runGit(checkout, ['rev-parse', '--verify', 'HEAD^{commit}']),
    runGit(checkout, [
      'status',
      '--porcelain',
      '-z',
      '--no-renames',
      '-uall',
      NOT_INSIDE,
      '--',
      ...BUILT_FROM,
    ]),
    runGit(checkout, ['ls-files', '-v', '-z', '--', ...BUILT_FROM]),
  ])
  const changed = entriesOf(status).map((entry) => entry.slice(3))
  // Files that git was told not to look at: nobody knows whether they are as committed.
  const unseen = entriesOf(marks)
    .filter((entry) => /^[a-zS] /.test(entry))
    .map((entry) => entry.slice(2))
  return { commit: head.trim(), edits: [...new Set([...changed, ...unseen])].toSorted() }
}

function entriesOf(output: string): string[] {
  return output.split('\0').filter(Boolean)
}
