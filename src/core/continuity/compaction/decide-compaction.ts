// What to do next about a conversation that is to be shortened. Pure. A command is typed only into an empty prompt of one that is
// idle, never in the middle of a turn, and what came of it is believed only when its program tells.
import type { CompactionSight } from '../../agents/agent-record.ts'
import type { ScreenReading } from '../../agents/runtime.ts'

export interface CompactionView {
  readonly compaction: CompactionSight
  readonly sinceMs: number
  readonly isWorking: boolean
  /** Paused, being ended, or somebody scrolls in its terminal. */
  readonly isHeld: boolean
  readonly reading: ScreenReading
  readonly command: string
  /** Its screen says that it was done; for programs that tell of it in no other way. */
  readonly isShown: boolean
}

export type CompactionStep =
  | { readonly do: 'nothing' }
  | { readonly do: 'move'; readonly stage: 'due' | 'failed' }
  | { readonly do: 'type' }
  | { readonly do: 'press enter' }
  | { readonly do: 'believe' }

/** A turn that ended without a word, by Escape for example, ends the saving, too. */
const SAVING_MAX_MS = 120_000
/** A screen is drawn a moment after a key. */
const ENTER_AGAIN_MS = 2000
/** Idle again for so long without a word that it was shortened: it was not. */
const SILENT_MAX_MS = 20_000
/** Shortening is one long answer of a model. */
const TYPED_MAX_MS = 15 * 60_000
const TRIES_MAX = 3
/** After that, what made it fail may be over. */
const FAILED_REST_MS = 30 * 60_000

const NOTHING: CompactionStep = { do: 'nothing' }

export function decideCompaction(view: CompactionView): CompactionStep {
  if (view.isHeld) return NOTHING
  return STAGES[view.compaction.stage](view)
}

const isEmpty = (reading: ScreenReading) =>
  reading.kind === 'ready' && reading.draft === '' && reading.mode !== 'normal'

const STAGES: Readonly<Record<CompactionSight['stage'], (view: CompactionView) => CompactionStep>> = {
  saving: ({ sinceMs, isWorking, reading }) =>
    !isWorking && isEmpty(reading) && sinceMs > SAVING_MAX_MS ? { do: 'move', stage: 'due' } : NOTHING,
  due: ({ isWorking, reading }) => (!isWorking && isEmpty(reading) ? { do: 'type' } : NOTHING),
  typed: afterTyping,
  failed: ({ sinceMs }) => (sinceMs > FAILED_REST_MS ? { do: 'move', stage: 'due' } : NOTHING),
}

function afterTyping({ compaction, sinceMs, reading, command, isShown }: CompactionView): CompactionStep {
  if (isShown) return { do: 'believe' }
  const again: CompactionStep = { do: 'move', stage: compaction.tries < TRIES_MAX ? 'due' : 'failed' }
  if (sinceMs > TYPED_MAX_MS) return again
  if (reading.kind !== 'ready') return NOTHING
  if (reading.draft.trim() === command && sinceMs > ENTER_AGAIN_MS) return { do: 'press enter' }
  return reading.draft === '' && sinceMs > SILENT_MAX_MS ? again : NOTHING
}
