// What an agent's status means, and how it looks.
import type { AgentStatus } from '../../protocol/agent.ts'
import type { Tone } from '../ui/tone.ts'

interface StatusWords {
  readonly tone: Tone
  readonly means: string
}

const WORDS: Readonly<Record<AgentStatus, StatusWords>> = {
  starting: { tone: 'busy', means: 'Its program is coming up.' },
  idle: { tone: 'well', means: 'It has nothing to do and takes what you say at once.' },
  working: { tone: 'busy', means: 'It is in the middle of a turn.' },
  waiting: { tone: 'worry', means: 'It asks something, and waits for an answer.' },
  paused: {
    tone: 'quiet',
    means: 'A person paused it: no turn begins until it is resumed, and its mail waits.',
  },
  stopped: { tone: 'quiet', means: 'It was told to end, and has.' },
  dead: { tone: 'bad', means: 'Its program has ended, and it was not asked to.' },
  unknown: {
    tone: 'worry',
    means: 'What it does can’t be seen right now; nothing is done about it until it can.',
  },
}

export function describeAgentStatus(status: AgentStatus): StatusWords {
  return WORDS[status]
}
