// What an agent's status means, and how it looks.
import type { AgentStatus } from '../../protocol/agents/agent.ts'
import type { Tone } from '../ui/tone.ts'

interface StatusWords {
  readonly tone: Tone
  readonly means: string
}

const WORDS: Readonly<Record<AgentStatus, StatusWords>> = {
  starting: { tone: 'busy', means: 'The program is starting.' },
  idle: { tone: 'well', means: 'The agent is ready for a message.' },
  working: { tone: 'busy', means: 'The agent is in the middle of a turn.' },
  waiting: { tone: 'worry', means: 'The agent asked something and is waiting for an answer.' },
  paused: {
    tone: 'quiet',
    means: 'The agent is paused: no turn starts and messages are queued until it is resumed.',
  },
  stopped: { tone: 'quiet', means: 'The agent was stopped.' },
  dead: { tone: 'bad', means: 'The program exited unexpectedly.' },
  unknown: {
    tone: 'worry',
    means: 'The agent can’t be observed right now; cmux takes no action until it can.',
  },
}

export function describeAgentStatus(status: AgentStatus): StatusWords {
  return WORDS[status]
}
