// The project whose repository a folder is in: its checkout, a folder below, another work tree of it, or a workspace of an agent.
import { lstatSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { followCommonDir, followGitFile } from '../lib/git/plan-git-view.ts'
import type { Project } from '../protocol/projects/project.ts'

type Place = Pick<Project, 'name' | 'path'>

/** Undefined in a folder of no project. A repository inside of a project that is none of it is another repository. */
export function findProjectHere<T extends Place>(
  folder: string,
  home: string,
  projects: readonly T[],
): T | undefined {
  const real = realOf(folder)
  if (real === undefined) return undefined
  const [, workspaceOf] = real.split(`${realOf(home) ?? home}/workspaces/`)
  if (workspaceOf !== undefined) return projects.find(({ name }) => name === workspaceOf.split('/')[0])
  for (let at = real; ; at = dirname(at)) {
    const known = projects.find(({ path }) => path === at)
    if (known) return known
    const git = findGit(at)
    if (git === 'repository') return undefined
    if (git !== undefined && git !== 'submodule') return projects.find(({ path }) => path === git.main)
    if (at === dirname(at)) return undefined
  }
}

/** A linked work tree names the repository that it belongs to; a submodule belongs to the folder around it. */
function findGit(folder: string): 'repository' | 'submodule' | { readonly main: string } | undefined {
  const path = join(folder, '.git')
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return undefined
  const own = found.isFile() ? followGitFile(readText(path) ?? '', folder) : undefined
  if (own === undefined) return 'repository'
  const common = followCommonDir(own, readText(join(own, 'commondir')))
  if (typeof common !== 'string') return 'repository'
  if (common !== own && basename(common) === '.git') return { main: dirname(common) }
  return /\/\.git\/(?:worktrees\/[^/]+\/)?modules\//.test(own) ? 'submodule' : 'repository'
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // not there, or not ours to read
  }
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined // it is gone
  }
}
