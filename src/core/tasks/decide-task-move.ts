// Who may move a task from one state to another, and what becomes of a word that comes late. Pure: rows of two tables.
import { OPEN_STATES, type TaskState } from '../../protocol/tasks/task.ts'

/** What somebody is to a task; they may be several things at once, or nothing. */
export type Part =
  | 'person'
  | 'supervisor'
  | 'creator'
  /** Has it now. */
  | 'assignee'
  /** An earlier start of the agent that has it now: its word comes late. */
  | 'past'
  /** Had it once, until it was given to somebody else or offered again. */
  | 'former'

type MoveVerdict =
  | 'move'
  /** Accepted from one who has it no longer; whoever has it now is told. */
  | 'move late'
  /** Kept in the history; the task stays as it is. */
  | 'note'
  /** Others may. */
  | 'forbidden'
  /** Nobody may. */
  | 'conflict'

interface Move {
  readonly from: readonly TaskState[]
  readonly to: readonly TaskState[]
  readonly by: readonly Part[]
}

/** What can be tried once more. What is completed stays so: more of it is another task. */
const OVER_IN_VAIN: readonly TaskState[] = ['failed', 'canceled', 'rejected']
const BEGUN: readonly TaskState[] = ['working', 'input-required', 'auth-required']

const MOVES: readonly Move[] = [
  { from: OPEN_STATES, to: [...BEGUN, 'rejected'], by: ['assignee', 'person'] },
  { from: OPEN_STATES, to: ['completed', 'failed'], by: ['assignee', 'person', 'supervisor'] },
  { from: OPEN_STATES, to: ['canceled'], by: ['creator', 'person', 'supervisor'] },
  { from: [...BEGUN, ...OVER_IN_VAIN], to: ['submitted'], by: ['creator', 'person', 'supervisor'] },
]

interface Report {
  readonly by: readonly Part[]
  readonly isOpen: readonly boolean[]
  /** Without it, whatever they say. */
  readonly to?: TaskState
  readonly verdict: 'move late' | 'note'
}

/** For what `MOVES` has no row: an agent that did the work is heard, and undoes nothing. The first row that fits holds. */
const REPORTS: readonly Report[] = [
  // Work that is done is not done again, whoever did it.
  { by: ['past', 'former'], isOpen: [true], to: 'completed', verdict: 'move late' },
  // How far it is, and whether it can be done, the one who has it now knows better.
  { by: ['past', 'former'], isOpen: [true, false], verdict: 'note' },
  // It was canceled, or ended by somebody else, while they worked.
  { by: ['assignee'], isOpen: [false], verdict: 'note' },
]

export interface MoveQuestion {
  readonly from: TaskState
  readonly to: TaskState
  readonly parts: ReadonlySet<Part>
}

export function decideTaskMove({ from, to, parts }: MoveQuestion): MoveVerdict {
  if (parts.size === 0) return 'forbidden'
  if (from === to) return 'note'
  const isOneOf = (by: readonly Part[]) => by.some((part) => parts.has(part))
  const moves = MOVES.filter((move) => move.from.includes(from) && move.to.includes(to))
  if (moves.some(({ by }) => isOneOf(by))) return 'move'
  const isOpen = OPEN_STATES.includes(from)
  const report = REPORTS.find(
    (row) => isOneOf(row.by) && row.isOpen.includes(isOpen) && (row.to ?? to) === to,
  )
  return report?.verdict ?? (moves.length > 0 ? 'forbidden' : 'conflict')
}

/** Where one who is this to it may take it. */
export function listMoves(from: TaskState, parts: ReadonlySet<Part>): TaskState[] {
  const rows = MOVES.filter((move) => move.from.includes(from) && move.by.some((part) => parts.has(part)))
  return [...new Set(rows.flatMap(({ to }) => to))].filter((to) => to !== from)
}
