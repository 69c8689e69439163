// One look for all who ask while it waits for its turn: it begins after each of them has asked, so it is as new as a look of their own. And
// which files an agent has changed, for a warning, may be a little old: then many agents do not make each look a look at all of them.
import type { WorkDiff } from '../../protocol/work-diff.ts'
import type { Clock } from '../clock.ts'
import type { WorkspacePlace } from './workspace-ground.ts'

/** Somebody who begins at the same file in between is seen at the next look. */
const RECENT_MS = 15_000

export interface SharedLooks {
  diff(place: WorkspacePlace): Promise<WorkDiff>
  /** The files that it has changed, as they were seen a short time ago. */
  touched(place: WorkspacePlace): Promise<readonly string[]>
}

const keyOf = ({ project, agent }: WorkspacePlace) => `${project.name}/${agent}`

/** `look` waits for its turn, and calls `begin` when that has come. */
export function shareLooks(
  clock: Clock,
  look: (place: WorkspacePlace, begin: () => void) => Promise<WorkDiff>,
): SharedLooks {
  const waiting = new Map<string, Promise<WorkDiff>>()
  const seen = new Map<string, { readonly paths: readonly string[]; readonly atMs: number }>()
  const diff = (place: WorkspacePlace) => {
    const key = keyOf(place)
    const known = waiting.get(key)
    if (known) return known
    const mine = look(place, () => void waiting.delete(key)).then(
      (work) => {
        seen.set(key, { paths: work.files.map(({ path }) => path), atMs: clock.monotonicMs() })
        return work
      },
      (error: unknown) => {
        waiting.delete(key)
        seen.delete(key)
        throw error
      },
    )
    waiting.set(key, mine)
    return mine
  }
  return {
    diff,
    async touched(place) {
      const last = seen.get(keyOf(place))
      if (last && clock.monotonicMs() - last.atMs < RECENT_MS) return last.paths
      return (await diff(place)).files.map(({ path }) => path)
    },
  }
}
