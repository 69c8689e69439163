// The rows of the route table about the start of an agent's program: what it asks, and when it has our tools.
import { z } from 'zod'
import { Agent } from './agent.ts'
import { AgentName } from '../ids.ts'

export const START_ROUTES = {
  'POST /api/agents/:name/answer': {
    summary:
      'Answers what its program asks as it starts with the choice that lets it go on, where cmux knows it',
    access: ['owner', 'human'],
    params: z.strictObject({ name: AgentName }),
    answer: Agent,
    status: 202,
  },
  'POST /api/me/tools': {
    summary:
      'The program of the agent that asks was given the tools of cmux: its first prompt waits for that',
    access: ['agent'],
    answer: z.object({}),
  },
} as const
