// The states of a change in words, with how they look, in the order in which they follow each other.
import type { ChangeState, Tier } from '../../protocol/change.ts'
import type { Tone } from '../ui/tone.ts'

interface StateWords {
  readonly says: string
  readonly tone: Tone
  /** Something is going on right now. */
  readonly isBusy?: boolean
}

export const CHANGE_STATES: Readonly<Record<ChangeState, StateWords>> = {
  planned: { says: 'planned', tone: 'quiet' },
  queued: { says: 'queued', tone: 'quiet' },
  checking: { says: 'checking', tone: 'busy', isBusy: true },
  reviewing: { says: 'in review', tone: 'worry' },
  rehearsing: { says: 'rehearsing', tone: 'busy', isBusy: true },
  adopting: { says: 'adopting', tone: 'busy', isBusy: true },
  restarting: { says: 'restart announced', tone: 'worry', isBusy: true },
  soaking: { says: 'being watched', tone: 'busy', isBusy: true },
  good: { says: 'good', tone: 'well' },
  refused: { says: 'refused', tone: 'bad' },
  rolling_back: { says: 'rolling back', tone: 'worry', isBusy: true },
  rolled_back: { says: 'rolled back', tone: 'worry' },
  canceled: { says: 'canceled', tone: 'quiet' },
}

export const TIER_TONES: Readonly<Record<Tier, Tone>> = { safe: 'well', care: 'worry', forbidden: 'bad' }
