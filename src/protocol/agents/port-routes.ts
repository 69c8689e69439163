// The rows of the route table about ports between agents and this machine. An agent can't open anything for itself.
import { z } from 'zod'
import { AgentName } from '../ids.ts'
import { AgentPort, PortNumber, PortScope } from './port.ts'

const PEOPLE = ['owner', 'human'] as const
const OneAgent = z.strictObject({ name: AgentName })

const ADDRESS_MAX_CHARS = 45
const Place = {
  port: PortNumber,
  address: z
    .string()
    .max(ADDRESS_MAX_CHARS)
    .regex(/^(localhost|[0-9a-f.:]+)$/, 'must be localhost or an address')
    .default('localhost'),
}

export const PORT_ROUTES = {
  'GET /api/agents/:name/ports': {
    summary:
      'Ports of this machine that an agent wants or may use, and servers of its own that people may use',
    access: PEOPLE,
    params: OneAgent,
    answer: z.object({ items: z.array(AgentPort), next: z.null() }),
  },
  'POST /api/agents/:name/ports/open': {
    summary: 'Lets an agent use a service of this machine',
    access: PEOPLE,
    params: OneAgent,
    body: z.strictObject({ ...Place, scope: PortScope.default('agent') }),
    answer: AgentPort,
  },
  'POST /api/agents/:name/ports/close': {
    summary: 'Takes that back, or says no to an agent that wants it',
    access: PEOPLE,
    params: OneAgent,
    body: z.strictObject(Place),
    answer: AgentPort,
  },
  'POST /api/agents/:name/ports/publish': {
    summary: 'Opens a server that an agent runs to the people on this machine, on a port of its loopback',
    access: PEOPLE,
    params: OneAgent,
    body: z.strictObject({ port: PortNumber, open: z.boolean().default(true) }),
    answer: AgentPort,
  },
} as const
