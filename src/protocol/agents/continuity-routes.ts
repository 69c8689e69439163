// The rows of the route table about going on: what an agent says of its work, and where it stands.
import { z } from 'zod'
import { AgentState, Progress, SaveProgress } from './work-state.ts'
import { AgentName } from '../ids.ts'

const OneAgent = z.strictObject({ name: AgentName })

export const CONTINUITY_ROUTES = {
  'POST /api/agents/:name/progress': {
    summary: 'An agent says where its own work stands; what it leaves out stays as it was',
    access: ['agent'],
    params: OneAgent,
    body: SaveProgress,
    answer: Progress,
  },
  'GET /api/agents/:name/state': {
    summary:
      'Where an agent’s work stands, and what it would be told were it to begin anew. Of agents, itself and supervisors',
    access: ['owner', 'human', 'observer', 'agent'],
    params: OneAgent,
    answer: AgentState,
  },
  'POST /api/states': {
    summary: 'Writes down where the work of each agent that runs stands, before all of them are ended',
    access: ['owner', 'human'],
    answer: z.object({ agents: z.array(AgentName) }),
  },
} as const
