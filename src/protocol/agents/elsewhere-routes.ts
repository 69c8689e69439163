// The rows of the route table for agents that run elsewhere.
import { z } from 'zod'
import { Agent } from './agent.ts'
import { Heartbeat, HeartbeatHeard, Inbox, InboxQuery, PutElsewhere } from './elsewhere.ts'
import { AgentName } from '../ids.ts'

const params = z.strictObject({ name: AgentName })

export const ELSEWHERE_ROUTES = {
  'PUT /api/agents/:name/elsewhere': {
    summary:
      'Registers an agent that runs elsewhere, or changes how long it may be silent and what is done then',
    access: ['owner', 'human'],
    params,
    body: PutElsewhere,
    answer: Agent,
  },
  'POST /api/agents/:name/heartbeat': {
    summary:
      'An agent elsewhere says that it lives; the first one registers it. Beyond its limit without one a person is told, and what was configured is done',
    access: ['agent'],
    params,
    body: Heartbeat,
    answer: HeartbeatHeard,
  },
  'GET /api/agents/:name/inbox': {
    summary:
      'What an agent elsewhere has not confirmed yet, whole, the oldest first; waits up to `waitSec` for the first. Confirm each with POST /api/messages/:id/ack',
    access: ['agent'],
    params,
    query: InboxQuery,
    answer: Inbox,
  },
} as const
