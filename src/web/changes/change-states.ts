// How the states of a change look, in the order in which they follow each other. Their words: protocol/changes/describe-change.ts.
import type { ChangeState, Tier } from '../../protocol/changes/change.ts'
import type { Tone } from '../ui/tone.ts'

interface StateLook {
  readonly tone: Tone
  /** Something is going on right now. */
  readonly isBusy?: boolean
}

export const CHANGE_STATES: Readonly<Record<ChangeState, StateLook>> = {
  planned: { tone: 'quiet' },
  queued: { tone: 'quiet' },
  checking: { tone: 'busy', isBusy: true },
  reviewing: { tone: 'worry' },
  rehearsing: { tone: 'busy', isBusy: true },
  adopting: { tone: 'busy', isBusy: true },
  restarting: { tone: 'worry', isBusy: true },
  soaking: { tone: 'busy', isBusy: true },
  good: { tone: 'well' },
  refused: { tone: 'bad' },
  rolling_back: { tone: 'worry', isBusy: true },
  rolled_back: { tone: 'worry' },
  canceled: { tone: 'quiet' },
}

export const TIER_TONES: Readonly<Record<Tier, Tone>> = { safe: 'well', care: 'worry', forbidden: 'bad' }
