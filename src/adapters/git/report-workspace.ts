// What a workspace has, for status pages: quick, bounded, and honest about what it could not find out (P9).
import { rm } from 'node:fs/promises'
import type { WorkspacePlace } from '../../core/workspaces/workspace-ground.ts'
import type { WorkspaceReport } from '../../protocol/workspace.ts'
import { isKnown, openIndex, openSight, type LookDeps } from './look-at-workspace.ts'
import { damaged } from './read-foreign.ts'
import { listChanges } from './take-snapshot.ts'

const SUBMODULES_SHOWN = 5
const REPORT_LIMITS = { limitMs: 10_000, encoding: 'latin1' } as const

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
    for (const which of ['lens', 'known'] as const)
      await rm(await openIndex(deps, place, which), { force: true })
    return { ...unknown, problem: error instanceof Error ? error.message : String(error) }
  }
}

/** What the project has is asked of the project alone: in a pack of its own an agent can say something else of the same names. */
async function observe(deps: LookDeps, place: WorkspacePlace) {
  const { git, at } = deps.door
  const { foreign, lens, known, workspace } = await openSight(deps, place)
  const branch = foreign.headRef?.replace('refs/heads/', '') ?? null
  const base = foreign.head
  if (base === null) return { branch, ahead: 0, behind: null, dirty: null, empty: [] }
  const isHome = await isKnown(deps.door, known, base)
  const main = await git.read(at(place), ['rev-parse', '--verify', `refs/heads/${place.project.mainBranch}`])
  const counts = await git.read(
    isHome ? at(place) : lens,
    ['rev-list', '--count', '--left-right', `${main}...${base}`],
    REPORT_LIMITS,
  )
  const [behind = 0, ahead = 0] = counts.split('\t').map(Number)
  if (!isHome && ahead === 0) throw damaged(workspace, 'its objects are not what their names say')
  const index = await openIndex(deps, place, isHome ? 'known' : 'lens')
  const { paths, empty } = await listChanges(
    git,
    { ...(isHome ? known : lens), workTree: workspace, index },
    base,
    REPORT_LIMITS,
  )
  return { branch, ahead, behind, dirty: paths.length, empty }
}

/** A workspace borrows the objects of its project, and no others. */
function describeEmpty(paths: readonly string[]): string | null {
  if (paths.length === 0) return null
  const shown = paths.slice(0, SUBMODULES_SHOWN).map((path) => Buffer.from(path, 'latin1').toString('utf8'))
  const more = paths.length > shown.length ? ` and ${paths.length - shown.length} more` : ''
  return `the folders of submodules are empty there: ${shown.join(', ')}${more} (\`git submodule update --init\` fills them)`
}
