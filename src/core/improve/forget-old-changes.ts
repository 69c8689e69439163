// Checkpoints and copies of files are kept for a while after a change has ended, and the newest of each project for ever. The record of
// the change stays, and so do its commits, which are on a branch. A plan whose server was killed before it was recorded leaves a folder
// and a ref; both go.
import type { Change, ChangeState } from '../../protocol/changes/change.ts'
import type { RunDeps } from './run-deps.ts'

const ENDS: ReadonlySet<ChangeState> = new Set(['good', 'refused', 'rolled_back', 'canceled'])
const DAY_MS = 86_400_000
/** Planning takes seconds. What a server is about to record must not be taken for what a killed one left. */
const PLANNING_LIMIT_MS = 3600_000

type ForgetDeps = Pick<RunDeps, 'store' | 'clock' | 'ground' | 'improveLimits'>

export async function forgetOldChanges(deps: ForgetDeps): Promise<void> {
  const { store, ground, clock, improveLimits } = deps
  const projects = await store.read.projects.list({ all: false })
  const kept: Change[] = []
  for (const { id, touchedMs } of await ground.listKept()) {
    const change = await store.read.changes.byId(id)
    if (change) kept.push(change)
    else if (touchedMs < clock.nowMs() - PLANNING_LIMIT_MS) await ground.forgetPlan(projects, id)
  }
  const before = clock.nowMs() - improveLimits.keepDays * DAY_MS
  for (const change of chooseForgotten(kept, before, improveLimits.keepNewest)) {
    const project = await store.read.projects.byName(change.project)
    await ground.forget(project, change.id)
  }
}

/** Pure: those that have ended before then, but for so many of the newest ones in each project. */
export function chooseForgotten(changes: readonly Change[], beforeMs: number, newest: number): Change[] {
  const byProject = Map.groupBy(changes, ({ project }) => project)
  return [...byProject.values()].flatMap((all) =>
    all
      .toSorted((one, other) => other.seq - one.seq)
      .slice(newest)
      .filter(({ state, updatedAt }) => ENDS.has(state) && Date.parse(updatedAt) < beforeMs),
  )
}
