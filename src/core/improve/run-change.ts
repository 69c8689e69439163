// Takes a change as far as it goes: from its place in the queue over the checks to the main branch, and to what runs. Each state is
// written before its work begins, and the work of each can be done again, so that a kill anywhere only means beginning at the last one.
import type { Change, ChangeState } from '../../protocol/changes/change.ts'
import type { RunDeps, Stage } from './run-deps.ts'
import { adoptChange } from './stages/adopt-change.ts'
import { announceRestart } from './stages/announce-restart.ts'
import { beginChecks } from './stages/begin-checks.ts'
import { rehearseChange } from './stages/rehearse-change.ts'
import { runChecks } from './stages/run-checks.ts'
import { soakChange } from './stages/soak-change.ts'
import { undoChange } from './stages/undo-change.ts'

const STAGES: Readonly<Partial<Record<ChangeState, Stage>>> = {
  queued: beginChecks,
  checking: runChecks,
  rehearsing: rehearseChange,
  adopting: adoptChange,
  restarting: announceRestart,
  soaking: soakChange,
  rolling_back: undoChange,
}

/** The states in which there is something to do for us. */
export const UNDER_WAY = Object.keys(STAGES) as readonly ChangeState[]

/** Resolves when there is nothing more to do for now, or `signal` says stop: then whoever comes next goes on. */
export async function runChange(deps: RunDeps, change: Change, signal: AbortSignal): Promise<void> {
  const project = await deps.projects.get(change.project)
  for (let current: Change | undefined = change; current && !signal.aborted;)
    current = await STAGES[current.state]?.(deps, project, current, signal)
}
