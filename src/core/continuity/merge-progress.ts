// What an agent has said of its work, with what it says now. Pure.
import type { Decision, Progress, SaveProgress } from '../../protocol/agents/work-state.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'

export const NO_PROGRESS: Progress = {
  task: '',
  state: '',
  pendingActions: [],
  decisions: [],
  openQuestions: [],
  blockers: [],
  at: null,
}

/** Older ones are in the conversation and in the journal. */
const DECISIONS_MAX = 50

export function mergeProgress(before: Progress, said: SaveProgress, at: Timestamp | null): Progress {
  return {
    task: said.task ?? before.task,
    state: said.state ?? before.state,
    pendingActions: said.pendingActions ?? before.pendingActions,
    decisions: addDecisions(before.decisions, said.decisions ?? []),
    openQuestions: said.openQuestions ?? before.openQuestions,
    blockers: said.blockers ?? before.blockers,
    at: at ?? before.at,
  }
}

/** Said again it is the same one, with the reason that was given last. */
export function addDecisions(before: readonly Decision[], said: readonly Decision[]): Decision[] {
  const all = new Map(before.map((each) => [keyOf(each), each]))
  for (const each of said) {
    const known = all.get(keyOf(each))
    all.set(keyOf(each), { decision: each.decision, reason: each.reason || (known?.reason ?? '') })
  }
  return [...all.values()].slice(-DECISIONS_MAX)
}

const keyOf = ({ decision }: Decision) => decision.trim().toLowerCase()
