// What a workspace has, for status pages: quick, bounded, and honest about what it could not find out (P9).
import type { WorkspacePlace } from '../../../core/workspaces/workspace-ground.ts'
import type { WorkspaceReport } from '../../../protocol/agents/workspace.ts'
import { findFork } from './find-fork.ts'
import { holdsRepository } from './find-nested.ts'
import { forgetIndex } from './kept-index.ts'
import { openSight, type LookDeps } from './look-at-workspace.ts'
import { seeFiles } from './see-files.ts'

const SUBMODULES_SHOWN = 5

export async function reportWorkspace(deps: LookDeps, place: WorkspacePlace): Promise<WorkspaceReport> {
  const folder = await deps.folders.current(place)
  const unknown = { agent: place.agent, folder, branch: null, ahead: null, behind: null, dirty: null }
  try {
    const state = await deps.folders.find(place)
    if (state === 'nowhere') return { ...unknown, problem: 'there is no workspace' }
    const problem = state === 'leaving' ? 'it is being removed' : null
    const { empty, ...seen } = await observe(deps, place)
    return { ...unknown, ...seen, problem: problem ?? describeEmpty(empty) }
  } catch (error) {
    // It may be what we remember that is broken: the next report begins anew.
    await forgetIndex(deps.folders.index(place))
    return { ...unknown, problem: error instanceof Error ? error.message : String(error) }
  }
}

/** What the project has is asked of the project alone: in a pack of its own an agent can say something else of the same names. */
async function observe(deps: LookDeps, place: WorkspacePlace) {
  const sight = await openSight(deps, place)
  const { foreign, workspace } = sight
  const branch = foreign.headRef?.replace('refs/heads/', '') ?? null
  if (foreign.head === null) return { branch, ahead: 0, behind: null, dirty: null, empty: [] }
  const fork = await findFork(deps, place, sight)
  const { dirty, links } = await seeFiles(deps, place, { ...fork, sight })
  const isEmpty = await Promise.all(links.map(async (path) => !(await holdsRepository(workspace, path))))
  const empty = links.filter((_, at) => isEmpty[at])
  return { branch, ahead: fork.ahead, behind: fork.behind, dirty: dirty.length, empty }
}

/** A workspace borrows the objects of its project, and no others. */
function describeEmpty(paths: readonly string[]): string | null {
  if (paths.length === 0) return null
  const shown = paths.slice(0, SUBMODULES_SHOWN).map((path) => Buffer.from(path, 'latin1').toString('utf8'))
  const more = paths.length > shown.length ? ` and ${paths.length - shown.length} more` : ''
  return `the folders of submodules are empty there: ${shown.join(', ')}${more} (\`git submodule update --init\` fills them)`
}
