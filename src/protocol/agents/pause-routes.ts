// The rows of the route table that are the kill switch: people only, since an agent could else free itself.
import { z } from 'zod'
import { Agent } from './agent.ts'
import { AgentName } from '../ids.ts'

const PEOPLE = ['owner', 'human'] as const
const OneAgent = z.strictObject({ name: AgentName })

const WHY_MAX_CHARS = 200

/** One line: it stands in lists, and in what agents are told. */
const PauseOrder = z.strictObject({
  why: z
    .string()
    .trim()
    .min(1)
    .max(WHY_MAX_CHARS)
    .refine((text) => !/\p{Cc}/u.test(text), 'must be one line without control characters')
    .optional(),
})

/** Those to whom it made a difference. */
const Changed = z.object({ agents: z.array(AgentName) })

export const PAUSE_ROUTES = {
  'POST /api/agents/:name/pause': {
    summary: 'Interrupts an agent and keeps it from any new turn until it is resumed; its mail waits',
    access: PEOPLE,
    params: OneAgent,
    body: PauseOrder,
    answer: Agent,
    status: 202,
  },
  'POST /api/agents/:name/resume': {
    summary: 'Has a paused agent go on where it was',
    access: PEOPLE,
    params: OneAgent,
    answer: Agent,
    status: 202,
  },
  'POST /api/pause': {
    summary: 'Pauses all agents there are, at once',
    access: PEOPLE,
    body: PauseOrder,
    answer: Changed,
  },
  'POST /api/resume': {
    summary: 'Resumes all agents that are paused',
    access: PEOPLE,
    answer: Changed,
  },
} as const
