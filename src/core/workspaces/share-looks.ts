// One look at an agent's work for all who ask while it waits for its turn: it begins after each of them has asked, so it is as new as a
// look of their own.
import type { WorkDiff } from '../../protocol/agents/work-diff.ts'
import type { WorkspacePlace } from './workspace-ground.ts'

/** Waits for its turn, and calls `begin` when that has come. */
type Look = (place: WorkspacePlace, begin: () => void) => Promise<WorkDiff>

export function shareLooks(look: Look): (place: WorkspacePlace) => Promise<WorkDiff> {
  const waiting = new Map<string, Promise<WorkDiff>>()
  return (place) => {
    const key = `${place.project.name}/${place.agent}`
    const known = waiting.get(key)
    if (known) return known
    const begin = () => void waiting.delete(key)
    const mine = look(place, begin)
    waiting.set(key, mine)
    // One that fails before its turn has come.
    void mine.catch(begin)
    return mine
  }
}
