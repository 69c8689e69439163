// Where several agents are at work on the same file: whoever lands second has to bring both together. It is a warning, so what can't be
// compared, or not in time, is left out.
import type { AgentName } from '../../protocol/ids.ts'
import type { Project } from '../../protocol/projects/project.ts'
import type { Overlap } from '../../protocol/agents/work-diff.ts'
import type { Clock } from '../clock.ts'
import type { Workspaces } from './workspaces.ts'

export type FindOverlaps = (
  project: Project,
  paths: readonly string[],
  /** Whose own work it is. */
  isOwn: (agent: AgentName) => boolean,
) => Promise<Overlap[]>

/** Somebody waits for the plan. */
const LOOK_MAX_MS = 5000
const OVERLAPS_MAX = 100

export function makeFindOverlaps(workspaces: Pick<Workspaces, 'list' | 'diff'>, clock: Clock): FindOverlaps {
  return async (project, paths, isOwn) => {
    const endMs = clock.monotonicMs() + LOOK_MAX_MS
    const touched = new Map<AgentName, readonly string[]>()
    for (const agent of (await workspaces.list(project.name)).filter((name) => !isOwn(name))) {
      if (clock.monotonicMs() >= endMs) break
      const found = await workspaces.diff({ project, agent }).catch(() => undefined)
      if (found)
        touched.set(
          agent,
          found.files.map(({ path }) => path),
        )
    }
    return joinOverlaps(paths, touched)
  }
}

/** Pure. */
function joinOverlaps(
  paths: readonly string[],
  touched: ReadonlyMap<AgentName, readonly string[]>,
): Overlap[] {
  const others = [...touched].map(([agent, files]) => ({ agent, files: new Set(files) }))
  return paths
    .map((path) => ({
      path,
      agents: others.filter(({ files }) => files.has(path)).map(({ agent }) => agent),
    }))
    .filter(({ agents }) => agents.length > 0)
    .slice(0, OVERLAPS_MAX)
}
