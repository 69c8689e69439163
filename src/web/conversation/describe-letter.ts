// What is said of a message that the server has not accepted yet: one row a state.
import type { Tone } from '../ui/tone.ts'
import type { LetterState } from './outbox.ts'

interface LetterWords {
  readonly tone: Tone
  readonly text: string
  /** Only what surely did not arrive can be taken back: else it might be said twice. */
  readonly canTakeBack: boolean
}

const WORDS: Readonly<Record<LetterState['kind'], Record<'online' | 'offline', LetterWords>>> = {
  waiting: {
    online: { tone: 'quiet', text: 'waiting for the message before it…', canTakeBack: true },
    offline: { tone: 'worry', text: 'not sent yet: goes out when the server is back', canTakeBack: true },
  },
  unanswered: {
    online: { tone: 'quiet', text: 'sending…', canTakeBack: false },
    offline: { tone: 'worry', text: 'no answer yet: retrying, and delivered only once', canTakeBack: false },
  },
  refused: {
    online: { tone: 'bad', text: 'refused', canTakeBack: true },
    offline: { tone: 'bad', text: 'refused', canTakeBack: true },
  },
  accepted: {
    online: { tone: 'quiet', text: 'accepted', canTakeBack: false },
    offline: { tone: 'quiet', text: 'accepted', canTakeBack: false },
  },
}

export function describeLetter(state: LetterState, isOnline: boolean): LetterWords {
  const words = WORDS[state.kind][isOnline ? 'online' : 'offline']
  return state.kind === 'refused' ? { ...words, text: `refused: ${state.why}; ${state.hint}` } : words
}
