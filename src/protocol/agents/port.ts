// Ports between an agent's own network and this machine, as the outside sees them.
import { z } from 'zod'
import { AgentName, ProjectName } from '../ids.ts'
import { Timestamp } from '../timestamp.ts'

export const PORT_MAX = 65_535
export const PortNumber = z.number().int().min(1).max(PORT_MAX)

/** `run`: until the agent is started again; `agent`: this agent; `project`: all agents of its project. */
export const PortScope = z.enum(['run', 'agent', 'project'])
export type PortScope = z.infer<typeof PortScope>

export const AgentPort = z.object({
  agent: AgentName,
  project: ProjectName.nullable(),
  /** `to-host`: the agent uses a service of this machine. `to-agent`: a person uses a server of the agent's. */
  direction: z.enum(['to-host', 'to-agent']),
  /** `localhost`, or another address of this machine. */
  address: z.string(),
  port: PortNumber,
  /** `wanted`: the agent was refused and nobody has decided. `closed`: a person said no. */
  state: z.enum(['wanted', 'open', 'closed']),
  scope: PortScope.nullable(),
  generation: z.number().int(),
  /** Where a person finds the server of the agent, on this machine's loopback. */
  hostPort: PortNumber.nullable(),
  since: Timestamp,
  /** Who decided; null while nobody has. */
  by: z.string().nullable(),
})
export type AgentPort = z.infer<typeof AgentPort>

/** As events tell of it. */
export const PortOfAgent = AgentPort.pick({ agent: true, direction: true, address: true, port: true })
