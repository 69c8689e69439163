// Brings a new agent into the team.
import { z } from 'zod'
import { RefusedRequest, type Client } from '../../client/make-client.ts'
import { RoleName, type Agent } from '../../protocol/agents/agent.ts'
import { AgentName, ProjectName } from '../../protocol/ids.ts'
import type { RouteRequest } from '../../protocol/routes.ts'
import { RuntimeName } from '../../protocol/agents/runtime.ts'
import { defineTool } from '../tool.ts'

export const spawnAgent = defineTool({
  name: 'spawn_agent',
  description:
    'Start a new agent of your team with a task. It gets a workspace of its own, and the task as its first message.',
  audience: 'supervisors',
  isReading: false,
  input: z.strictObject({
    name: AgentName.describe('a new name: small letters, digits and dashes'),
    task: z.string().min(1).describe('what it is to do, and when it is done'),
    role: RoleName.optional().describe('worker (default), reviewer, or another role of the project'),
    runtime: RuntimeName.optional().describe('which program; leave it out for the default'),
    project: ProjectName.optional().describe('leave it out for your own'),
    model: z.string().optional().describe('leave it out for the default of the program'),
  }),
  async call(client, body) {
    const known = await find(client, body.name)
    if (known) throw new Error(`there is an agent ${body.name} already: choose another name`)
    const agent = await spawn(client, body)
    return `${agent.name} (${agent.role}, ${agent.runtime}) is starting`
  },
})

type SpawnRequest = RouteRequest<'POST /api/agents'>['body']

async function spawn(client: Client, body: SpawnRequest): Promise<Agent> {
  try {
    return await client.call('POST /api/agents', { body })
  } catch (error) {
    if (!(error instanceof RefusedRequest && error.code === 'CONFLICT')) throw error
    // It was not there a moment ago. If it is now, and by us, the answer to an earlier try was lost.
    const [agent, me] = await Promise.all([find(client, body.name), client.call('GET /api/me')])
    if (agent?.createdBy !== me.actor) throw error
    return agent
  }
}

async function find(client: Client, name: string): Promise<Agent | undefined> {
  const { items } = await client.call('GET /api/agents', { query: {} })
  return items.find((agent) => agent.name === name)
}
