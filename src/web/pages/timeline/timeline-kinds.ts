// What belongs on the time line, as rows: which events, of which kind, and which of them say something. Pure.
import type { Event } from '../../../protocol/event.ts'
import { isRecovery, RECOVERY_TYPES } from '../../words/is-recovery.ts'

export const TIMELINE_KINDS = {
  releases: 'releases',
  changes: 'changes',
  recoveries: 'recoveries',
  'given up': 'needs a person',
  programs: 'services',
} as const
export type TimelineKind = keyof typeof TIMELINE_KINDS

/** What the watchdog says of releases; the rest of what it says is about what broke. */
const ABOUT_RELEASES: ReadonlySet<unknown> = new Set([
  'good',
  'bad',
  'swapped',
  'not started',
  'refused',
  'declined',
])
/** Where a change ends, or begins to be seen. */
const TURNS: ReadonlySet<unknown> = new Set(['restarting', 'good', 'refused', 'rolling_back', 'rolled_back'])

interface Row {
  /** As the server is asked for them: a type, or all that begin so. */
  readonly types: string
  readonly kind: TimelineKind
  readonly holds?: (event: Event) => boolean
}

const GIVEN_UP = 'agent.needs_person'

const ROWS: readonly Row[] = [
  { types: 'release.*', kind: 'releases' },
  { types: 'watchdog.acted', kind: 'releases', holds: ({ data }) => ABOUT_RELEASES.has(data['kind']) },
  {
    types: 'change.moved',
    kind: 'changes',
    holds: ({ data }) => TURNS.has(data['to']) && data['from'] !== data['to'],
  },
  { types: GIVEN_UP, kind: 'given up' },
  { types: 'service.*', kind: 'programs' },
  ...RECOVERY_TYPES.filter((types) => types !== GIVEN_UP).map(
    (types) => ({ types, kind: 'recoveries', holds: isRecovery }) as const,
  ),
]

/** Null: it is not told there. The first row that holds says. */
export function kindOnTimeline(event: Event): TimelineKind | null {
  const row = ROWS.find(({ types, holds }) => fits(types, event.type) && (holds?.(event) ?? true))
  return row?.kind ?? null
}

/** What the server is asked for, of one kind or of all. */
export function typesOnTimeline(kind: TimelineKind | undefined): string {
  const rows = ROWS.filter((row) => kind === undefined || row.kind === kind)
  return [...new Set(rows.map(({ types }) => types))].join(',')
}

function fits(types: string, type: string): boolean {
  return types.endsWith('.*') ? type.startsWith(types.slice(0, -1)) : type === types
}
