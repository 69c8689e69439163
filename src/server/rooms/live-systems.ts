// What runs of each project: which of its live systems a change has to be brought into.
import type { FindLive } from '../../core/improve/live-system.ts'

/** The first that is there. */
export function makeLiveSystems(...finders: readonly FindLive[]): FindLive {
  return async (project) => {
    for (const find of finders) {
      const live = await find(project)
      if (live) return live
    }
    return undefined
  }
}
